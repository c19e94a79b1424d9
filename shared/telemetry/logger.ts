/** Structured logs on stderr: text for a terminal, JSON otherwise. stdout belongs to results. */
import { pino } from 'pino';
import type { Config } from '../config/read-config.ts';

export type Logger = {
  readonly debug: (facts: object, message: string) => void;
  readonly info: (facts: object, message: string) => void;
  readonly warn: (facts: object, message: string) => void;
  readonly error: (facts: object, message: string) => void;
};

const LABELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
};

const asText = (line: string): string => {
  const {
    level,
    msg,
    role,
    instance: _instance,
    time: _time,
    ...facts
  } = JSON.parse(line) as Record<string, unknown>;
  const rest = Object.entries(facts).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${LABELS[Number(level)] ?? ''} ${String(role)}: ${String(msg)} ${rest.join(' ')}`.trimEnd();
};

/** @param role names the writer in every line */
export function newLogger(
  role: string,
  instance: string,
  config: Pick<Config, 'logLevel' | 'logFormat'>,
): Logger {
  const write = (line: string): void => {
    process.stderr.write(config.logFormat === 'json' ? line : `${asText(line)}\n`);
  };
  return pino({ level: config.logLevel, base: { role, instance } }, { write });
}
