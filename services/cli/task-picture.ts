/**
 * The picture of a running task: on a terminal drawn again with every change, elsewhere in the same words,
 * each block once, as soon as nothing in it changes any more.
 */
import { type TaskView, viewTask } from '../../machines/task/task-view.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import type { Logged } from '../../shared/log/event-log.ts';
import { labelsFor } from './labels-for.ts';
import type { Output } from './output.ts';
import { paintFor } from './paint.ts';
import { type Block, pictureBlocks } from './picture/picture-blocks.ts';
import type { PictureStyle } from './picture/picture-style.ts';
import type { Terminal } from './terminal.ts';
import { clipTo } from './text-width.ts';

/** Redrawing more often than this is not seen. */
const FRAME_MS = 60;

export class TaskPicture {
  readonly #output: Output;
  readonly #terminal: Terminal;
  readonly #goal: string;
  readonly #events: LoopEvent[] = [];
  readonly #told = new Set<string>();
  #view: TaskView | undefined;
  #height = 0;
  #drawn = '';
  #drawnAt = 0;

  constructor(output: Output, terminal: Terminal, goal: string) {
    this.#output = output;
    this.#terminal = terminal;
    this.#goal = goal;
  }

  get view(): TaskView | undefined {
    return this.#view;
  }

  get events(): readonly LoopEvent[] {
    return this.#events;
  }

  get style(): PictureStyle {
    return {
      labels: labelsFor(this.#goal),
      paint: paintFor(this.#terminal.hasColours),
      columns: this.#redraws ? this.#terminal.columns() : undefined,
    };
  }

  /** Takes in what happened; `settled` draws even if a frame is not due. */
  add(batch: readonly Logged[], settled: (view: TaskView) => boolean): void {
    this.#events.push(...batch.map(({ event }) => event as LoopEvent));
    this.#view = viewTask(this.#events);
    if (this.#view === undefined || this.#output.isJson) return;
    if (this.#redraws) this.#draw(settled(this.#view));
    else this.#tell(this.#view, settled(this.#view));
  }

  /** Says something above the picture. */
  say(write: () => void): void {
    this.#erase();
    write();
    if (this.#redraws && this.#view !== undefined) this.#draw(true);
  }

  /** Whatever is drawn stays. */
  leave(): void {
    this.#height = 0;
  }

  get #redraws(): boolean {
    return this.#terminal.isTty && !this.#output.isJson;
  }

  /** @param isLast what still changes is told as it is, since nobody looks at it again */
  #tell(view: TaskView, isLast: boolean): void {
    for (const { key, lines, isSettled } of this.#blocks(view)) {
      if ((!isSettled && !isLast) || this.#told.has(key)) continue;
      this.#told.add(key);
      this.#output.text(lines.join('\n'));
    }
  }

  #blocks(view: TaskView): Block[] {
    return pictureBlocks(view, this.#events, this.style);
  }

  #lines(view: TaskView): string[] {
    const { labels } = this.style;
    const lines = this.#blocks(view).flatMap((block) => block.lines);
    const isUnderWay = view.result === null && view.request === null;
    if (view.steps.length === 0 && isUnderWay) lines.push(`◔ ${labels.status[view.row.status]}`);
    return lines.map((line) => clipTo(line, this.#terminal.columns()));
  }

  #draw(isDue: boolean): void {
    const now = performance.now();
    if (this.#view === undefined || (!isDue && now - this.#drawnAt < FRAME_MS)) return;
    this.#drawnAt = now;
    const lines = this.#lines(this.#view);
    // What scrolled off cannot be drawn over: then only the end is shown live.
    const fitting = lines.slice(-Math.max(1, this.#terminal.rows() - 1));
    const all = isDue && this.#view.result !== null ? lines : fitting;
    const text = `${all.join('\n')}\n`;
    if (this.#height > 0 && text === this.#drawn) return;
    this.#erase();
    this.#output.raw(text);
    this.#drawn = text;
    this.#height = all.length;
  }

  #erase(): void {
    if (this.#height > 0) this.#output.raw(`\u001B[${this.#height}A\u001B[J`);
    this.#height = 0;
  }
}
