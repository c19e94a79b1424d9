/** Tools as a model sees them: those that are alive, that the task may use, and that ask nobody first. */
import type { ToolBrief } from '../../shared/model/questions.ts';
import type { ToolAnnouncement } from '../../shared/tools/tool-announcement.ts';
import type { ToolMap } from './known-tools.ts';

const briefOf = ({ declaration, ...texts }: ToolAnnouncement): ToolBrief => ({
  name: declaration.name,
  description: texts.description,
  whenToUse: texts.whenToUse,
  whenNotToUse: texts.whenNotToUse,
  effect: declaration.effect,
  params: declaration.paramsSchema,
  result: declaration.resultSchema,
});

/** What a tool answers matters where its result will be read, so only to a plan. */
export const withoutResults = (briefs: readonly ToolBrief[]): ToolBrief[] =>
  briefs.map(({ result: _result, ...rest }) => rest);

/** @param allowed names that the submitter limits the task to; all when left out */
export const toolBriefs = (tools: ToolMap, allowed: readonly string[] | undefined): ToolBrief[] =>
  [...tools.values()]
    .filter(({ declaration: { name, approval } }) => {
      const isAllowed = allowed === undefined || allowed.includes(name);
      return isAllowed && approval === 'never';
    })
    .map(briefOf);
