/** The first lines of `start` and `dev`: what runs, and how others find it. */
import type { ModelEndpoints } from '../../shared/config/model-settings.ts';
import { VERSION } from '../../shared/version.ts';
import { ROLE_NAMES } from '../dev/role-names.ts';
import type { System } from '../dev/start-system.ts';
import { type CommandContext, configOf } from './command-context.ts';
import { modelText } from './model-text.ts';

type Named = Pick<
  System,
  'natsUrl' | 'providerUrl' | 'modelUrl' | 'serverVersion' | 'isAnnounced' | 'pids'
>;

function bannerText(
  { serverVersion, pids }: Named,
  models: ModelEndpoints,
  readyMs: number,
): string {
  const roles = ROLE_NAMES.flatMap((role) => {
    const own = pids.filter(({ name }) => name === role).map(({ pid }) => pid);
    return own.length === 0 ? [] : [`${role} ${own.join(' ')}`];
  });
  const seconds = (readyMs / 1_000).toFixed(1);
  return [
    `Loopwright ${VERSION} · nats-server ${serverVersion} · ${modelText(models)}`,
    `ready in ${seconds} s   ${roles.join(' · ')}`,
  ].join('\n');
}

/** Before a command that does not find this system by itself. */
export const prefixOf = ({
  isAnnounced,
  natsUrl,
}: Pick<Named, 'isAnnounced' | 'natsUrl'>): string => (isAnnounced ? '' : `NATS_URL=${natsUrl} `);

/** How to work with a system that stays: by itself when it is announced, else by its address. */
export function useText(system: Named): string {
  const prefix = prefixOf(system);
  const note =
    prefix === '' ? [] : [`Another system runs in this home; this one is at ${prefix.trimEnd()}`];
  return [
    ...note,
    `submit:  ${prefix}npx loopwright submit "…" --watch`,
    `look:    ${prefix}npx loopwright ls`,
    'stop:    Ctrl-C',
  ].join('\n');
}

export function printBanner(context: CommandContext, system: Named, readyMs: number): void {
  const { natsUrl, providerUrl, modelUrl, serverVersion, isAnnounced, pids } = system;
  const line = {
    type: 'ready',
    natsUrl,
    providerUrl,
    modelUrl,
    serverVersion,
    isAnnounced,
    pids,
    pid: process.pid,
  };
  const { models } = configOf(context);
  context.output.result(line, bannerText(system, models, readyMs));
}
