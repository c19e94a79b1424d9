/** The first half of planning: what is wanted, as a specification; or what has to be asked first. */
import { safeJsonata } from '../../shared/bindings/safe-jsonata.ts';
import type { DateMention } from '../../shared/dates/date-mention.ts';
import { looksBack } from '../../shared/dates/looks-back.ts';
import { resolveDates } from '../../shared/dates/resolve-dates.ts';
import { toFault } from '../../shared/errors.ts';
import type { EventOf } from '../../shared/events/catalog.ts';
import { NOTHING_SPENT, type Spec, type Spent } from '../../shared/events/shapes.ts';
import { languageOf } from '../../shared/language-of.ts';
import type { Questions, ToolBrief } from '../../shared/model/questions.ts';
import { SpecReply } from '../../shared/model/replies.ts';
import { dateQuestions } from './date-questions.ts';
import { type Refusal, refusalOf } from './model-outcome.ts';
import type { Asked, Planner } from './planner.ts';
import { SPECIFY_PROMPT } from './prompts/specify-prompt.ts';
import { withoutResults } from './tool-briefs.ts';

export type Specified =
  | { readonly kind: 'specified'; readonly spec: Spec; readonly spent: Spent }
  | { readonly kind: 'questions'; readonly questions: string[]; readonly spent: Spent }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

type Requested = EventOf<'plan.requested'>['data'];

/** What a check may read; anything else is a misspelt name, and would silently be nothing. */
const ROOTS = new Set(['tool', 'params', 'data', 'results', 'spec']);

const wrongCheck = (check: string): string | null => {
  try {
    const stranger = [...safeJsonata(check).roots].find((root) => !ROOTS.has(root));
    return stranger === undefined
      ? null
      : `reads ${stranger}, which is none of ${[...ROOTS].join(', ')}`;
  } catch (thrown) {
    return toFault(thrown).facts;
  }
};

/** What the schema of a specification cannot say. */
export function wrongSpec(
  { constraints, requiredTools }: SpecReply,
  tools: readonly ToolBrief[],
): string | null {
  const known = tools.map(({ name }) => name);
  const unknown = requiredTools.find((name) => !known.includes(name));
  if (unknown !== undefined) return `requiredTools: ${unknown} is none of ${known.join(', ')}`;
  const ids = constraints.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return `constraints: the id ${twice} occurs twice`;
  for (const { id, check } of constraints) {
    const wrong = check === undefined ? null : wrongCheck(check);
    if (wrong !== null) return `constraints: the check of ${id} ${wrong}`;
  }
  return null;
}

const refuse = (refusal: Omit<Refusal, 'class'>): Specified => ({
  kind: 'refused',
  refusal: { class: 'infeasible', ...refusal },
});

/** No question is asked twice: one that is still open after its answer is the end. */
function ask({ answers }: Requested, questions: readonly string[], spent: Spent): Specified {
  const fresh = questions.filter(
    (text) => !answers.some(({ question }) => question.includes(text)),
  );
  if (fresh.length > 0) return { kind: 'questions', questions: fresh, spent };
  return refuse({
    code: 'UNCLEAR',
    reason: `It is still not clear after it was asked: ${questions.join(' ')}`,
    cure: 'Submit the task again, with the answer in the goal.',
    spent,
  });
}

function documentOf(
  { goal, input, answers, now, timeZone }: Requested,
  tools: readonly ToolBrief[],
): Questions['specify'] {
  const dates = [goal, ...answers.map(({ answer }) => answer)].flatMap((text) =>
    resolveDates(text, now, timeZone),
  );
  return { goal, input, answers, tools: withoutResults(tools), now, timeZone, dates };
}

type DatedRequest = Pick<Requested, 'goal' | 'answers' | 'now' | 'timeZone'>;

/** @returns what to ask about dates that cannot be meant as they stand */
export function doubtfulDates({ goal, answers, now, timeZone }: DatedRequest): string[] {
  // Of a report the past is what is wanted.
  const isMeant = ({ status }: DateMention): boolean => status !== 'past' || !looksBack(goal);
  const inGoal = resolveDates(goal, now, timeZone).filter(isMeant);
  const inAnswers = answers
    .flatMap(({ answer }) => resolveDates(answer, now, timeZone))
    .filter(isMeant);
  return dateQuestions(inGoal, inAnswers, languageOf(goal));
}

export async function specifyTask(
  { models }: Planner,
  { question, isSuspect }: Asked<'plan.requested'>,
  tools: readonly ToolBrief[],
): Promise<Specified> {
  const { data } = question;
  const doubtful = doubtfulDates(data);
  if (doubtful.length > 0) return ask(data, doubtful, NOTHING_SPENT);
  const asked = await models.ask({
    taskId: question.subject,
    requestKey: `r${data.revision}`,
    causationId: question.id,
    allowance: data.allowance,
    purpose: 'specify',
    prompt: SPECIFY_PROMPT,
    question: documentOf(data, tools),
    schema: SpecReply,
    check: (reply) => wrongSpec(reply, tools),
    // A later revision asks the same question again, and takes the reply that the log has.
    isSuspect: isSuspect || data.revision > 1,
  });
  if (asked.kind !== 'answered') return { kind: 'refused', refusal: refusalOf(asked) };
  const { questions, ...spec } = asked.value;
  if (questions.length > 0) return ask(data, questions, asked.spent);
  return { kind: 'specified', spec, spent: asked.spent };
}
