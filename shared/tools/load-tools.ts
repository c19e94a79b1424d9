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

const toolsIn = (exported: object): Tool[] => Object.values(exported).flat().filter(isTool);

class Shelf {
  readonly tools = new Map<string, Tool>();
  readonly problems: string[] = [];

  async load(file: string): Promise<void> {
    const found = toolsIn((await import(pathToFileURL(file).href)) as object);
    if (found.length === 0) this.problems.push(`${file} exports no tool`);
    for (const tool of found) {
      const isNew = !this.tools.has(tool.name);
      if (isNew) this.tools.set(tool.name, tool);
      else this.problems.push(`${file}: the tool ${tool.name} was defined before`);
    }
  }
}

/** @param places modules (.js, .mjs) or folders of them; each exports tools, by any name */
export async function loadTools(places: readonly string[]): Promise<LoadedTools> {
  const shelf = new Shelf();
  const attempt = async (place: string, act: () => Promise<void>): Promise<void> => {
    await act().catch((thrown: unknown) => {
      shelf.problems.push(`${place}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    });
  };
  for (const place of places) {
    await attempt(place, async () => {
      for (const file of filesOf(place)) await attempt(file, () => shelf.load(file));
    });
  }
  return { tools: [...shelf.tools.values()], problems: shelf.problems };
}
