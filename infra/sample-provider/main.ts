/** Runs the sample provider as a process and prints where it answers, as one JSON line. */
import { FAULTS, toFault } from '../../shared/errors.ts';
import { readProviderArguments } from './provider-arguments.ts';
import { startSampleProvider } from './sample-provider.ts';

try {
  const provider = await startSampleProvider(await readProviderArguments(process.argv.slice(2)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void provider.close());
  }
  process.stdout.write(`${JSON.stringify({ url: provider.url })}\n`);
} catch (thrown) {
  const fault = toFault(thrown);
  process.stderr.write(`${fault.message}\n`);
  process.exitCode = FAULTS[fault.code].exit;
}
