/** `doctor`: what is there, what is missing, and what to do about it. */
import { toFault } from '../../shared/errors.ts';
import { withBus } from './bus.ts';
import { type CommandContext, configOf } from './command-context.ts';
import { type Check, check, localChecks, remoteChecks, unseenChecks } from './doctor-checks.ts';
import { EXIT } from './exit-codes.ts';
import { modelsThatAnswer } from './model-check.ts';
import { paintFor } from './paint.ts';
import { tableText } from './table.ts';

async function serverChecks(context: CommandContext): Promise<Check[]> {
  const config = configOf(context);
  try {
    return await withBus(config, async (bus) => {
      const version = bus.connection.info?.version ?? '?';
      return [
        await check('nats', async () => `${version} at ${config.natsUrl}`),
        ...(await remoteChecks(bus)),
      ];
    });
  } catch (thrown) {
    const { facts, cure } = toFault(thrown);
    return [{ name: 'nats', ok: false, found: facts, cure }, ...unseenChecks()];
  }
}

export async function doctorCommand(context: CommandContext): Promise<number> {
  const { output, terminal } = context;
  const config = configOf(context);
  const checks = [
    ...(await localChecks(config, terminal.env.PATH)),
    ...(await serverChecks(context)),
    await check('model', () => modelsThatAnswer(config)),
  ];
  const isWell = checks.every(({ ok }) => ok);
  if (output.isJson) {
    for (const one of checks) output.result({ type: 'check', ...one }, undefined);
    return isWell ? EXIT.done : EXIT.unreachable;
  }
  const paint = paintFor(terminal.hasColours);
  const mark = (ok: boolean): string => (ok ? paint('green', 'ok') : paint('red', '--'));
  const rows = checks.map(({ name, ok, found, cure = '' }) => [
    name,
    mark(ok),
    ok ? found : `${found} ${cure}`,
  ]);
  output.text(tableText(rows));
  return isWell ? EXIT.done : EXIT.unreachable;
}
