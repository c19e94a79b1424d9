/** Carrying out a goal that names a tool: one step that calls it with the parameters that were understood. */
import type { ActQuestion } from './act-question.ts';
import { type AnswerQuestion, coversOf } from './answer-question.ts';
import { factsIn } from './context-facts.ts';
import { Draft, type PlanQuestion } from './planning.ts';
import { infeasible } from './refuse.ts';
import { type RuleAnswer, say } from './rule-setting.ts';
import { objectIn } from './tool-params.ts';

const paramsIn = (context: string): { tool: string; params: Record<string, unknown> } => {
  const { tool = '', params = '{}' } = factsIn(context);
  return { tool, params: objectIn(params) };
};

export function planTool(question: PlanQuestion): RuleAnswer {
  const { language, context } = question.spec;
  const { tool, params } = paramsIn(context);
  const failed = question.feedback.find(({ rejected }) => rejected?.tool === tool);
  if (failed !== undefined)
    return infeasible(
      language,
      `${tool} 失败：${failed.message}。`,
      `${tool} failed: ${failed.message}.`,
    );
  const draft = new Draft(question);
  draft.add({
    subtask: tool,
    description: say(language, `调用 ${tool}`, `Call ${tool}`),
    tool,
    params,
    dependsOn: [],
    intent: say(language, '按要求调用', 'It is what was asked for'),
  });
  return { steps: draft.steps };
}

export function actTool({ spec, step, feedback }: ActQuestion): RuleAnswer {
  const { tool, params } = paramsIn(spec.context);
  const last = feedback.at(-1);
  if (last !== undefined)
    return infeasible(
      spec.language,
      `${tool} 不接受这些参数：${last.message}。`,
      `${tool} does not take these parameters: ${last.message}.`,
    );
  return {
    tool,
    params: { ...step.params, ...params },
    why: say(spec.language, '按任务要求填写', 'as the request says'),
  };
}

export function answerTool({ spec, results }: AnswerQuestion): RuleAnswer {
  const all = Object.keys(results);
  const [first] = Object.values(results);
  const { tool } = factsIn(spec.context);
  const text = Object.values(results)
    .map(({ summary }) => `${tool}: ${summary}`)
    .join('\n');
  return {
    text: text === '' ? String(tool) : text,
    data: first?.data ?? null,
    covers: coversOf(spec, all),
    computed: [],
  };
}
