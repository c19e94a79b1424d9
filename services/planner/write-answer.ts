/** Answers `answer.requested`: from accepted results to the text that the user reads. */
import type { EventData, LoopEvent } from '../../shared/events/catalog.ts';
import type { Prior, Spec } from '../../shared/events/shapes.ts';
import { AnswerReply } from '../../shared/model/replies.ts';
import { computeFigure } from '../../shared/plan/compute-figure.ts';
import { answerGiven } from './answer-given.ts';
import { type Refusal, refusalOf } from './model-outcome.ts';
import { type Asked, type Planner, replyTo } from './planner.ts';
import { ANSWER_PROMPT } from './prompts/answer-prompt.ts';
import { readableResults } from './readable-results.ts';

type Answers = Asked<'answer.requested'>;
type Proposed = EventData<'answer.proposed'>;
type Outcome = { readonly proposed: Proposed } | { readonly refused: Refusal };

/** Rules that yield nothing support nothing, and are left out. */
async function computedBy(
  rules: readonly string[],
  sources: { readonly results: Prior; readonly spec: Spec },
): Promise<NonNullable<Proposed['computed']>> {
  const figures = await Promise.all(
    rules.map(async (rule) => ({ rule, value: await computeFigure(rule, sources) })),
  );
  return figures.filter(({ value }) => value !== undefined);
}

async function answerByModel(
  { context, models }: Planner,
  { question, isSuspect }: Answers,
): Promise<Outcome> {
  const { round, spec, results, weights, answerSchema, feedback, allowance } = question.data;
  const readable = await readableResults(context.blobs, results);
  const schema = answerSchema === undefined ? {} : { answerSchema };
  const asked = await models.ask({
    taskId: question.subject,
    requestKey: `n${round}`,
    causationId: question.id,
    allowance,
    purpose: 'answer',
    prompt: ANSWER_PROMPT,
    question: { spec, results: readable, ...schema, feedback },
    schema: AnswerReply,
    isSuspect,
  });
  if (asked.kind !== 'answered') return { refused: refusalOf(asked) };
  const { computed, ...reply } = asked.value;
  const figures = await computedBy(computed, { results: readable, spec });
  const { spent } = asked;
  return {
    proposed: { round, spec, results, weights, ...schema, ...reply, computed: figures, spent },
  };
}

/** What a rule composed is composed the same again: a second try changes nothing. */
function answerOfGiven({ question: { data } }: Answers): Outcome {
  const failure = data.feedback.at(-1);
  if (failure === undefined) return { proposed: answerGiven(data) };
  const { code, message: reason } = failure;
  const cure = 'Correct the plan and submit it again (--plan FILE).';
  const spent = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
  return { refused: { class: 'infeasible', code, reason, cure, spent } };
}

export async function writeAnswer(planner: Planner, answers: Answers): Promise<LoopEvent> {
  const { question } = answers;
  const { round, given } = question.data;
  const outcome = given ? answerOfGiven(answers) : await answerByModel(planner, answers);
  const { events } = planner.context;
  const to = { ...replyTo(question), key: `n${round}` } as const;
  const { event } =
    'proposed' in outcome
      ? await events.append({
          ...to,
          to: 'observer',
          type: 'answer.proposed',
          data: outcome.proposed,
        })
      : await events.append({
          ...to,
          to: 'router',
          type: 'answer.refused',
          data: { round, ...outcome.refused },
        });
  return event as LoopEvent;
}
