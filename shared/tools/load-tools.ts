/** Loads tools from modules and folders (`LOOPWRIGHT_TOOLS`). A broken module is reported; the rest serve. */
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isTool, type Tool } from './define-tool.ts';

export type LoadedTools = {
  readonly tools: Tool[];
  /** One line a module, or a name, that could not be used. */
  readonly problems: string[];
};

const filesOf = (place: string): string[] => {
  const path = resolve(place);
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => /\.(mjs|js)$/.test(name))
    .sort()
    .map((name) => join(path, name));
};

const toolsIn = (exported: Record<string, unknown>): Tool[] =>
  Object.values(exported).flatMap((value) =>
    Array.isArray(value) ? value.filter(isTool) : isTool(value) ? [value] : [],
  );

/** @param places modules (.js, .mjs) or folders of them; each exports tools, by any name */
export async function loadTools(places: readonly string[]): Promise<LoadedTools> {
  const tools = new Map<string, Tool>();
  const problems: string[] = [];
  for (const place of places) {
    try {
      for (const file of filesOf(place)) {
        const found = toolsIn((await import(pathToFileURL(file).href)) as Record<string, unknown>);
        if (found.length === 0) problems.push(`${file} exports no tool`);
        for (const tool of found) {
          if (tools.has(tool.name))
            problems.push(`${file}: the tool ${tool.name} was defined before`);
          else tools.set(tool.name, tool);
        }
      }
    } catch (thrown) {
      problems.push(`${place}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  }
  return { tools: [...tools.values()], problems };
}
