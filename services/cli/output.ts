/**
 * What a command says: results on stdout, progress and errors on stderr. With `--json` each line on
 * stdout is one object with a `type`. Words for people never carry an identity number; objects are data.
 */
import type { Fault } from '../../shared/errors.ts';
import { maskIds } from './mask-ids.ts';

export type Line = { readonly type: string } & Readonly<Record<string, unknown>>;

type Sink = { readonly write: (text: string) => unknown };

export class Output {
  readonly isJson: boolean;
  readonly #stdout: Sink;
  readonly #stderr: Sink;

  constructor(isJson: boolean, stdout: Sink = process.stdout, stderr: Sink = process.stderr) {
    this.isJson = isJson;
    this.#stdout = stdout;
    this.#stderr = stderr;
  }

  /** One result: `line` with `--json`, else `text`; no text, no line. */
  result(line: Line, text: string | undefined): void {
    if (this.isJson) this.data(line);
    else if (text !== undefined) this.text(text);
  }

  /** One object, whoever reads it. */
  data(line: object): void {
    this.#stdout.write(`${JSON.stringify(line)}\n`);
  }

  /** Text on stdout for people only. */
  text(text: string): void {
    if (!this.isJson) this.#stdout.write(`${maskIds(text)}\n`);
  }

  /** Raw text on stdout for people only, for a screen that is redrawn. */
  raw(text: string): void {
    if (!this.isJson) this.#stdout.write(maskIds(text));
  }

  progress(text: string): void {
    this.#stderr.write(`${maskIds(text)}\n`);
  }

  error({ code, facts, cure, path }: Pick<Fault, 'code' | 'facts' | 'cure' | 'path'>): void {
    const where = path === undefined || path === '' ? {} : { path };
    const line = { type: 'error', code, message: facts, cure, ...where };
    const words = maskIds(`${code}: ${facts}\n${cure}`);
    this.#stderr.write(`${this.isJson ? JSON.stringify(line) : words}\n`);
  }
}
