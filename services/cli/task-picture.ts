/**
 * The picture of a running task: on a terminal the plan as a tree that is drawn again with every change,
 * elsewhere one line a change.
 */
import { type StepView, type TaskView, viewTask } from '../../machines/task/task-view.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import type { Logged } from '../../shared/log/event-log.ts';
import { type Labels, labelsFor } from './labels.ts';
import type { Output } from './output.ts';
import { type Paint, paintFor } from './paint.ts';
import { noteOf, type StepNote } from './step-notes.ts';
import { statusText, treeLines } from './step-tree.ts';
import type { Terminal } from './terminal.ts';
import { clipTo } from './text-width.ts';

/** Redrawing more often than this is not seen. */
const FRAME_MS = 60;

const changeLine = (step: StepView, labels: Labels): string => {
  const told = step.status === 'accepted' ? step.summary : step.description;
  return `  ${step.id} ${step.tool ?? '–'}: ${statusText(step, labels)}${told === '' ? '' : `  ${told}`}`;
};

export class TaskPicture {
  readonly #output: Output;
  readonly #terminal: Terminal;
  readonly #labels: Labels;
  readonly #paint: Paint;
  readonly #events: LoopEvent[] = [];
  readonly #notes: StepNote[] = [];
  readonly #shown = new Map<string, string>();
  #view: TaskView | undefined;
  #height = 0;
  #drawn = '';
  #drawnAt = 0;

  constructor(output: Output, terminal: Terminal, goal: string) {
    this.#output = output;
    this.#terminal = terminal;
    this.#labels = labelsFor(goal);
    this.#paint = paintFor(terminal.hasColours);
  }

  get view(): TaskView | undefined {
    return this.#view;
  }

  get events(): readonly LoopEvent[] {
    return this.#events;
  }

  /** Takes in what happened; `settled` draws even if a frame is not due. */
  add(batch: readonly Logged[], settled: (view: TaskView) => boolean): void {
    for (const { event } of batch) {
      this.#events.push(event as LoopEvent);
      const note = noteOf(event as LoopEvent, this.#labels);
      if (note !== undefined) this.#note(note);
    }
    this.#view = viewTask(this.#events);
    if (this.#view === undefined) return;
    if (this.#redraws) this.#draw(settled(this.#view));
    else this.#tell(this.#view);
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

  #note(note: StepNote): void {
    this.#notes.push(note);
    if (!this.#redraws) this.#output.text(`  ${note.stepId} ! ${note.text}`);
  }

  #tell({ steps }: TaskView): void {
    for (const step of steps) {
      const text = statusText(step, this.#labels);
      if (this.#shown.get(step.id) === text) continue;
      this.#shown.set(step.id, text);
      this.#output.text(changeLine(step, this.#labels));
    }
  }

  #lines(view: TaskView): string[] {
    const style = { labels: this.#labels, paint: this.#paint };
    const lines =
      view.steps.length === 0
        ? [`└─ ${this.#labels.status[view.row.status]}`]
        : treeLines(view.steps, this.#notes, style);
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
