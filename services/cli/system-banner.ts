/** The first lines of `start` and `dev`: what runs, and how others find it. */
import { VERSION } from '../../shared/version.ts';
import { ROLE_NAMES } from '../dev/role-names.ts';
import type { System } from '../dev/start-system.ts';
import type { CommandContext } from './command-context.ts';

type Named = Pick<System, 'natsUrl' | 'providerUrl' | 'serverVersion' | 'isAnnounced' | 'pids'>;

const bannerText = ({ serverVersion, pids }: Named, readyMs: number): string => {
  const roles = ROLE_NAMES.flatMap((role) => {
    const own = pids.filter(({ name }) => name === role).map(({ pid }) => pid);
    return own.length === 0 ? [] : [`${role} ${own.join(' ')}`];
  });
  const seconds = (readyMs / 1_000).toFixed(1);
  return [
    `Loopwright ${VERSION} · nats-server ${serverVersion} · given plans (no model)`,
    `ready in ${seconds} s   ${roles.join(' · ')}`,
  ].join('\n');
};

/** How to work with a system that stays: by itself when it is announced, else by its address. */
export function useText({ isAnnounced, natsUrl }: Named): string {
  const prefix = isAnnounced ? '' : `NATS_URL=${natsUrl} `;
  const note = isAnnounced
    ? []
    : [`Another system runs in this home; this one is at NATS_URL=${natsUrl}`];
  return [
    ...note,
    `submit more:  ${prefix}npx loopwright submit --plan infra/examples/diamond.json --watch`,
    `look:         ${prefix}npx loopwright ls`,
    'stop:         Ctrl-C',
  ].join('\n');
}

export function printBanner({ output }: CommandContext, system: Named, readyMs: number): void {
  const { natsUrl, providerUrl, serverVersion, isAnnounced, pids } = system;
  const line = {
    type: 'ready',
    natsUrl,
    providerUrl,
    serverVersion,
    isAnnounced,
    pids,
    pid: process.pid,
  };
  output.result(line, bannerText(system, readyMs));
}
