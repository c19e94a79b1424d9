/** A goal that names a tool: which one, with which parameters, and what is still open. */
import { contextOf } from './context-facts.ts';
import type { Request } from './request-text.ts';
import { askIf, type RuleAnswer, say } from './rule-setting.ts';
import { escaped, isOfType, paramsOf, type Schema, schemaOf } from './tool-params.ts';

const QUESTIONS_MAX = 3;

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
  const { language, goal } = request;
  const schema = schemaOf(tool.params);
  const params = paramsOf(request, tool.name, schema);
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
