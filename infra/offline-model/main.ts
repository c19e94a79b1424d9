/** Runs the offline model as a process and prints where it answers, as one JSON line. */
import { FAULTS, toFault } from '../../shared/errors.ts';
import { readModelArguments } from './model-arguments.ts';
import { startOfflineModel } from './offline-model.ts';
import { answerByRule } from './rules/answer-by-rule.ts';

try {
  const { port, script, ...setting } = await readModelArguments(process.argv.slice(2));
  const model = await startOfflineModel({
    port,
    script,
    answer: (purpose, document) => answerByRule(purpose, document, setting),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void model.close());
  }
  process.stdout.write(`${JSON.stringify({ url: model.url })}\n`);
} catch (thrown) {
  const fault = toFault(thrown);
  process.stderr.write(`${fault.message}\n`);
  process.exitCode = FAULTS[fault.code].exit;
}
