/** A goal that names a tool: one step that calls it, with the parameters that the goal or its input gives. */
import type { ActQuestion } from './act-question.ts';
import { type AnswerQuestion, coversOf } from './answer-question.ts';
import { contextOf, factsIn } from './context-facts.ts';
import { Draft, type PlanQuestion } from './planning.ts';
import { infeasible } from './refuse.ts';
import type { Request } from './request-text.ts';
import { askIf, type RuleAnswer, say } from './rule-setting.ts';

type Schema = {
  readonly properties: Readonly<
    Record<string, { readonly type?: unknown; readonly default?: unknown }>
  >;
  readonly required: readonly string[];
};

const QUESTIONS_MAX = 3;

/** Only the plain types are looked at; the tool's own schema says the rest. */
const isOfType = (value: unknown, type: unknown): boolean => {
  if (type === 'number') return typeof value === 'number';
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'boolean' || type === 'string') return typeof value === type;
  return true;
};

const schemaOf = (params: unknown): Schema => {
  const { properties = {}, required = [] } = (params ?? {}) as Partial<Schema>;
  return { properties, required };
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const wordOf = (name: string): RegExp =>
  new RegExp(`(?<![A-Za-z0-9_-])${escaped(name)}(?![A-Za-z0-9_-])`, 'u');

/** Common words are meant as tools only where a text orders them to be run. */
export function toolNamedIn({ whole, said, tools }: Request): Request['tools'][number] | undefined {
  const named = tools
    .filter(({ name }) => {
      const word = `(?<![A-Za-z0-9_-])${escaped(name)}(?![A-Za-z0-9_-])`;
      if (/[_-]|\d/u.test(name)) return new RegExp(word, 'u').test(whole);
      const ordered = `(?:^\\s*|(?:please|can you|could you|请|帮我|call|run|use|using|with|tool|invoke|execute|用|调用|执行|运行|使用|工具)\\s*(?:the\\s+)?(?:tool\\s+)?[“"'\`]?)${word}`;
      return (
        new RegExp(ordered, 'iu').test(whole) ||
        new RegExp(`${word}\\s*(?:\\(|\\w+\\s*=)`, 'u').test(whole)
      );
    })
    .toSorted((a, b) => b.name.length - a.name.length);
  return named.find(({ name }) => wordOf(name).test(said)) ?? named[0];
}

/** Other tools that the text names outside of values: only one can be called. */
const othersIn = ({ whole, said, tools }: Request, chosen: string, schema: Schema): string[] => {
  const plain = whole.replaceAll(/\{.*\}|“[^”]*”|"[^"]*"|'[^']*'|=\S+/gsu, ' ');
  const names = tools.map(({ name }) => name);
  return names.filter(
    (name) =>
      said === '' &&
      name !== chosen &&
      !Object.hasOwn(schema.properties, name) &&
      wordOf(name).test(plain),
  );
};

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** What a schema's type makes of a word; what does not fit stays as it is, for the schema to refuse. */
const typed = (text: string, type: unknown): unknown => {
  if (type === 'string' || type === undefined) return text;
  const value = asJson(text);
  return typeof value === 'string' ? text : value;
};

const objectIn = (text: string): Record<string, unknown> => {
  const braces = /\{.*\}/su.exec(text)?.[0];
  if (braces === undefined) return {};
  try {
    const value: unknown = JSON.parse(braces);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
};

const pairsIn = (text: string, { properties }: Schema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { type }]) => {
      const value = new RegExp(
        `(?<![A-Za-z0-9_])${escaped(name)}\\s*(?:=|:|：|是|为)\\s*(?:"([^"]*)"|'([^']*)'|([^\\s,，;；。)）]+))`,
        'u',
      ).exec(text);
      const found = value?.[1] ?? value?.[2] ?? value?.[3];
      return found === undefined ? [] : [[name, typed(found, type)]];
    }),
  );

/** The one value that is left when nothing names it. */
const loneValue = (
  text: string,
  name: string,
  schema: Schema,
  tool: string,
): Record<string, unknown> => {
  const { type } = schema.properties[name] ?? {};
  const rest = text.slice(text.indexOf(tool) + tool.length);
  if (type === 'number' || type === 'integer') {
    const number =
      /-?\d+(?:\.\d+)?/u.exec(
        rest.replaceAll(/(?<=\d),(?=\d{3})/g, '').replaceAll(/负\s*(?=\d)/g, '-'),
      )?.[0] ?? /-?\d+(?:\.\d+)?/u.exec(text)?.[0];
    return number === undefined ? {} : { [name]: Number(number) };
  }
  if (type !== 'string') return {};
  const quoted = /[“"「'](.+?)[”"」']/u.exec(rest)?.[1];
  const words =
    quoted ??
    rest
      .replace(/^\s*(?:with|on|for|of|:|：|处理|计算|问候|[\p{Script=Han}]{1,3}(?=\s+\S))?\s*/u, '')
      .replace(/[。.]+$/u, '')
      .trim();
  return words === '' ? {} : { [name]: words };
};

/** One call is one goal: of several, the user chooses. */
const calledAgain = ({ whole, said, language }: Request, tool: string): string[] =>
  askIf(
    said === '' && (whole.match(new RegExp(wordOf(tool).source, 'gu')) ?? []).length > 1,
    say(
      language,
      `一个任务只调用一次 ${tool}，要哪一次？`,
      `${tool} is called once for a goal. Which of the calls?`,
    ),
  );

export function specifyTool(request: Request, tool: Request['tools'][number]): RuleAnswer {
  const { language, goal, whole, said, input } = request;
  const schema = schemaOf(tool.params);
  const fields = Object.fromEntries(
    Object.entries(input).filter(([name]) => Object.hasOwn(schema.properties, name)),
  );
  const inGoal = Object.entries({ ...objectIn(whole), ...pairsIn(whole, schema) });
  // What was asked again is not taken from the goal.
  const kept = inGoal.filter(
    ([name, value]) => said === '' || isOfType(value, schema.properties[name]?.type),
  );
  const given = {
    ...Object.fromEntries(kept),
    ...objectIn(said),
    ...pairsIn(said, schema),
    ...fields,
  };
  const open = schema.required.filter((name) => !Object.hasOwn(given, name));
  const [lone] = open;
  const params =
    lone !== undefined && open.length === 1
      ? { ...given, ...loneValue(whole, lone, schema, tool.name) }
      : given;
  const missing = schema.required.filter((name) => !Object.hasOwn(params, name));
  const odd = Object.entries(params).filter(
    ([name, value]) => !isOfType(value, schema.properties[name]?.type),
  );
  const others = othersIn(request, tool.name, schema);
  return {
    goal,
    constraints: [],
    context: contextOf({ domain: 'tool', tool: tool.name, params: JSON.stringify(params) }),
    requiredTools: [tool.name],
    language,
    questions: [
      ...calledAgain(request, tool.name),
      ...askIf(
        others.length > 0,
        say(
          language,
          `一次只能调用一个工具，要哪一个：${[tool.name, ...others].join('、')}？`,
          `One tool at a time: which of ${[tool.name, ...others].join(', ')}?`,
        ),
      ),
      ...odd.map(([name, value]) =>
        say(
          language,
          `${tool.name} 的参数 ${name} 不能是 ${JSON.stringify(value)}，应该是多少？`,
          `${name} of ${tool.name} cannot be ${JSON.stringify(value)}. What shall it be?`,
        ),
      ),
      ...askIf(
        missing.length > 0,
        say(
          language,
          `${tool.name} 还缺参数：${missing.join('、')}，分别是多少？`,
          `${tool.name} needs ${missing.join(', ')}. What are they?`,
        ),
      ),
    ].slice(0, QUESTIONS_MAX),
  };
}

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
