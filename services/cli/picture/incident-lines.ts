/** What went wrong at a step, and how it went on: the lines under it. */
import { unreachable } from '../../../shared/errors.ts';
import type { EventOf } from '../../../shared/events/catalog.ts';
import type { ErrorClass, Evidence, Feedback } from '../../../shared/events/shapes.ts';
import { padTo, widthOf } from '../text-width.ts';
import { correctionText } from './correction-text.ts';
import { oneLine, type PictureStyle } from './picture-style.ts';
import { formulaText, gateOf, scoreText } from './scores.ts';
import type { Incident, StepTale } from './step-tale.ts';

const INDENT = '   ';
const DEEPER = '       ';
/** Of one layer. */
const EVIDENCE_MAX = 4;

const classOf = (incident: Incident): ErrorClass | undefined => {
  switch (incident.kind) {
    case 'verdict':
      return incident.event.data.accepted ? undefined : (incident.event.data.class ?? 'result');
    case 'refused':
      return incident.feedback.class;
    case 'lost':
      return 'unknownOutcome';
    default:
      return undefined;
  }
};

type Told = {
  readonly tale: StepTale;
  readonly style: PictureStyle;
  /** How often the class of each incident was met by then. */
  readonly nth: number;
};

const failedMark = (text: string, { style }: Told): string =>
  `${INDENT}${style.paint('red', '✘')} ${text}`;

function correctionLine(
  incident: Extract<Incident, { kind: 'verdict' | 'refused' | 'lost' }>,
  before: Feedback['rejected'],
  { tale, style, nth }: Told,
): string {
  const { tool = tale.view.tool, params = tale.view.params } = before ?? {};
  const correction = {
    class: classOf(incident) ?? 'result',
    next: incident.next,
    before: { tool, params: params as Readonly<Record<string, unknown>> },
    nth,
  };
  return `${DEEPER}${style.paint('yellow', oneLine(correctionText(correction, style.labels)))}`;
}

/**
 * What each failed rule says of itself: a check's own message, which the verdict joins in this order, else the
 * evidence. `yields false` says no more than that the rule does not hold.
 */
function evidenceText(
  { rule, detail }: Evidence,
  message: string | undefined,
  { labels }: PictureStyle,
): string {
  if (rule === 'status') return detail;
  if (message !== undefined && message !== `${rule}: ${detail}`) return message;
  return detail === '' || detail === 'yields false' ? labels.notSo(rule) : `${rule}: ${detail}`;
}

function evidenceLines({ data }: EventOf<'step.observed'>, { style }: Told): string[] {
  const { labels } = style;
  const width = Math.max(...Object.values(labels.layer).map(widthOf)) + 2;
  const all = data.layers.flatMap(({ evidence }) => evidence.filter(({ ok }) => !ok));
  const said = (data.feedback?.message ?? '').split('; ');
  const messages = said.length === all.length ? said : [];
  return data.layers.flatMap(({ layer, evidence }) => {
    const failed = evidence.filter(({ ok }) => !ok);
    const texts = failed
      .slice(0, EVIDENCE_MAX)
      .map((one) => oneLine(evidenceText(one, messages[all.indexOf(one)], style)));
    const rest = failed.length - texts.length;
    if (rest > 0) texts.push(labels.more(rest));
    return texts.map(
      (text, index) => `${DEEPER}${padTo(index === 0 ? labels.layer[layer] : '', width)}${text}`,
    );
  });
}

function verdictLines(incident: Extract<Incident, { kind: 'verdict' }>, told: Told): string[] {
  const { labels, paint } = told.style;
  const { data } = incident.event;
  const attempt = labels.attempt(data.attempt);
  if (data.accepted) {
    const mark = paint('green', '✔');
    return [`${INDENT}${mark} ${attempt}  S ${scoreText(data.score)}  ${oneLine(data.summary)}`];
  }
  const gate = gateOf(data);
  const needs = [
    labels.needs(scoreText(data.weights.threshold)),
    ...(gate === undefined ? [] : [labels.gate(labels.layer[gate])]),
  ].join(' · ');
  return [
    failedMark(`${attempt}  ${formulaText(data)}   ${needs}`, told),
    ...evidenceLines(incident.event, told),
    correctionLine(incident, data.feedback?.rejected, told),
  ];
}

function tryLine({ data, time }: EventOf<'step.attemptFailed'>, told: Told): string[] {
  const { labels, paint } = told.style;
  const { attempt, error, nextTryAt } = data;
  const then =
    nextTryAt === null
      ? labels.noTryLeft
      : labels.nextTry(((Date.parse(nextTryAt) - Date.parse(time)) / 1_000).toFixed(1));
  const words = `${labels.tryOf(attempt, data.try)}  ${error.code}: ${oneLine(error.message)}`;
  return [failedMark(`${words}   ${paint('yellow', `→ ${then}`)}`, told)];
}

function linesOf(incident: Incident, told: Told): string[] {
  const { labels, paint } = told.style;
  switch (incident.kind) {
    case 'try':
      return tryLine(incident.event, told);
    case 'verdict':
      return verdictLines(incident, told);
    case 'refused': {
      const { code, message, rejected } = incident.feedback;
      return [
        failedMark(`${labels.beforeCall}  ${code}: ${oneLine(message)}`, told),
        correctionLine(incident, rejected, told),
      ];
    }
    case 'cannot': {
      const { class: cls, code, reason } = incident.event.data;
      const cause = paint('yellow', `→ ${cls}: ${labels.cause[cls]}`);
      return [failedMark(`planner  ${code}: ${oneLine(reason)}`, told), `${DEEPER}${cause}`];
    }
    case 'lost': {
      const attempt = labels.attempt(incident.event.data.attempt);
      return [
        failedMark(`${attempt}  ${labels.outcomeUnknown}`, told),
        correctionLine(incident, undefined, told),
      ];
    }
    case 'probed':
      return [`${DEEPER}${paint('yellow', `→ ${labels.probed[incident.event.data.outcome]}`)}`];
    case 'asked': {
      const { requestId, question } = incident.event.data;
      return [`${INDENT}${paint('yellow', '?')} ${requestId}  ${oneLine(question)}`];
    }
    case 'answered': {
      const { answer, text, by } = incident.event.data;
      return [`${DEEPER}${paint('yellow', `→ ${oneLine(text ?? answer)} (${labels.by(by)})`)}`];
    }
    default:
      return unreachable(incident);
  }
}

/** A step that succeeded at once has nothing to tell but its own line. */
const isTrouble = (incident: Incident): boolean =>
  incident.kind !== 'verdict' || !incident.event.data.accepted;

export function incidentLines(tale: StepTale, style: PictureStyle): string[] {
  if (!tale.incidents.some(isTrouble)) return [];
  const met = new Map<ErrorClass, number>();
  return tale.incidents.flatMap((incident) => {
    const cls = classOf(incident);
    const nth = cls === undefined ? 0 : (met.get(cls) ?? 0) + 1;
    if (cls !== undefined) met.set(cls, nth);
    return linesOf(incident, { tale, style, nth });
  });
}
