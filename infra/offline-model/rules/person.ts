/** Who travels, their identity number, and where mail goes to. */
const HAN_NAME = '[\\p{Script=Han}]{1,4}(?:·[\\p{Script=Han}]{1,6})?';
/** Two characters at least, where a verb stands before it. */
const HAN_FULL_NAME = '[\\p{Script=Han}]{2,4}(?:·[\\p{Script=Han}]{1,6})?';
const LATIN_NAME = "[A-Z][\\w'’.-]*(?:\\s+[A-Z][\\w'’.-]*){0,3}";
const NAME = `(${HAN_NAME}|${LATIN_NAME})`;
const STOP =
  '(?=\\s*(?:[，,。；;、（()）/]|身份证|证件|护照|的|和|手机|ID\\b|id\\b|passport|$|\\s))';

const NAMED: readonly RegExp[] = [
  new RegExp(
    `(?:乘客|旅客|乘机人|入住人|客人|出行人)\\s*(?:姓名)?\\s*(?:是|为|叫|:|：)?\\s*${NAME}${STOP}`,
    'u',
  ),
  new RegExp(`(?:姓名|名字)\\s*(?:是|为|叫|:|：)?\\s*${NAME}${STOP}`, 'u'),
  new RegExp(
    `(?:[Pp]assenger|[Tt]raveller|[Tt]raveler|[Gg]uest)(?:'s)?(?: name)?\\s*(?:is|:|named)?\\s*(${LATIN_NAME}|${HAN_NAME})`,
    'u',
  ),
  new RegExp(`(?:[Nn]ame)\\s*(?:is|:)\\s*(${LATIN_NAME}|${HAN_NAME})`, 'u'),
  new RegExp(
    `(?:帮|给|为|替)\\s*(${HAN_FULL_NAME}|${LATIN_NAME})\\s*(?=[，,（(]?\\s*(?:身份证|证件|ID|订|预订|预定|买|安排))`,
    'u',
  ),
  new RegExp(`\\b[Ff]or\\s+(${LATIN_NAME})\\s*(?=[,(（，]|\\bID\\b|\\bpassport\\b|\\.|$)`, 'u'),
];
const NOBODY = new Set([
  '我',
  '我们',
  '他',
  '她',
  '他们',
  '您',
  '你',
  '咱们',
  '老板',
  '大家',
  'Me',
  'I',
  'Us',
]);

/** @param isPlace tells a city, which may stand where a name stands */
export function passengerIn(text: string, isPlace: (name: string) => boolean): string | undefined {
  for (const form of NAMED) {
    const name = form.exec(text)?.[1]?.trim();
    if (name !== undefined && !NOBODY.has(name) && !isPlace(name)) return name;
  }
  return undefined;
}

const LABELLED =
  /(?:身份证(?:号码|号)?|证件(?:号码|号)?|护照(?:号码|号)?|\bID(?:\s*(?:card|number|no\.?))*|\bpassport(?:\s*(?:number|no\.?))?)\s*(?:是|为|is|:|：|#)?\s*([A-Za-z]?\d[\dA-Za-z]{4,18})/iu;

export const idCardIn = (text: string): string | undefined =>
  (LABELLED.exec(text) ?? /(?<![\dA-Za-z])(\d{17}[\dXx])(?![\dA-Za-z])/u.exec(text))?.[1];

/** @returns every address that is named, each once */
export const emailsIn = (text: string): string[] => [
  ...new Set(text.match(/[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/gu) ?? []),
];

/** An answer may be the name alone. */
export const bareNameIn = (said: string, isPlace: (name: string) => boolean): string | undefined =>
  said
    .split(/[，,、;；。.\n]|\s{2,}|\s(?=[\dA-Z]?\d)/u)
    .map((part) => part.trim())
    .find(
      (part) =>
        new RegExp(`^(?:[\\p{Script=Han}]{2,4}|${LATIN_NAME})$`, 'u').test(part) && !isPlace(part),
    );
