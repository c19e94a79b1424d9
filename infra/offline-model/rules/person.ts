/** Who travels, their identity number, and where mail goes to. */
const HAN_NAME = '[\\p{Script=Han}]{1,4}(?:·[\\p{Script=Han}]{1,6})?';
/** Two characters at least, where a verb stands before it. */
const HAN_FULL_NAME = '[\\p{Script=Han}]{2,4}(?:·[\\p{Script=Han}]{1,6})?';
/** A full stop is a part of an initial or a title, not of a name. */
const LATIN_WORD =
  "(?!(?:ID|Id|Passport|PASSPORT|Passengers?|PASSENGERS?|Guest|GUEST|Number|No|And|AND)\\b)(?:(?:Mrs?|Ms|Dr|Prof|Jr|St|\\p{Lu})\\.|\\p{Lu}[\\p{L}'’-]*)";
const PARTICLE = '(?:(?:da|das|de|del|der|di|do|dos|du|el|la|le|ten|van|von|bin|al)\\s+){0,2}';
const LATIN_NAME = `${LATIN_WORD}(?:\\s+${PARTICLE}${LATIN_WORD}){0,3}`;
const ID_NUMBER = '(?:\\d{15}|\\d{17}[\\dXx]|[A-Za-z]{1,2}\\d{6,9})(?![\\dA-Za-z])';
const NAME = `(${HAN_NAME}|${LATIN_NAME})`;
const STOP =
  '(?=\\s*(?:[，,。；;、（()）/]|身份证|证件|护照|的|和|手机|ID\\b|id\\b|passport|$|\\s))';

/** Whose name follows, or is still to come. */
const KIN_WORD =
  '(?:老婆|老公|妻子|丈夫|爱人|[爸妈][爸妈]?|父亲|母亲|儿子|女儿|哥哥?|姐姐?|弟弟?|妹妹?|同事|朋友|同学|老板|领导|经理|客户)';
const KIN = `(?:我的?|我们的?)?${KIN_WORD}?`;

const NAMED: readonly RegExp[] = [
  new RegExp(
    `(?:乘客|旅客|乘机人|乘坐人|入住人|入住者|客人|住客|出行人)\\s*(?:姓名|名字)?\\s*(?:是|为|叫|:|：)?\\s*${NAME}${STOP}`,
    'u',
  ),
  new RegExp(`(?:姓名|名字)\\s*(?:是|为|叫|:|：)?\\s*${NAME}${STOP}`, 'u'),
  new RegExp(
    `(?:[他她]叫|${KIN_WORD}叫|名叫|我叫|我是|本人是?)\\s*(${HAN_FULL_NAME}|${LATIN_NAME})${STOP}`,
    'u',
  ),
  new RegExp(`\\b(?:I am|I['’]m|my name is)\\s+(${LATIN_NAME})`, 'u'),
  new RegExp(
    `(?:[Pp]assenger|PASSENGER|[Tt]raveller|[Tt]raveler|[Gg]uest|GUEST)(?:'s)?(?: name)?\\s*(?:is|:|named)?\\s*(${LATIN_NAME}|${HAN_NAME})`,
    'u',
  ),
  new RegExp(`(?:[Nn]ame)\\s*(?:is|:)\\s*(${LATIN_NAME}|${HAN_NAME})`, 'u'),
  new RegExp(
    `(?:帮|给|为|替)\\s*${KIN}(${HAN_FULL_NAME}|${LATIN_NAME})\\s*(?=[，,（(]?\\s*(?:身份证|证件|护照|ID|订|预订|预定|买|安排))`,
    'u',
  ),
  new RegExp(`\\b[Ff]or\\s+(${LATIN_NAME})\\s*(?=[,(（，]|\\bID\\b|\\bpassport\\b|\\.|$)`, 'u'),
  new RegExp(
    `(?:^|[，,。；;])\\s*(${HAN_FULL_NAME}|${LATIN_NAME})\\s*[，,、(（\\s]\\s*(?:身份证(?:号码|号)?\\s*[是为:：]?\\s*|ID:?\\s*)?(?=${ID_NUMBER})`,
    'u',
  ),
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

const isNobody = (name: string): boolean =>
  NOBODY.has(name) || new RegExp(`^我|^${KIN_WORD}$`, 'u').test(name);

/** @param isPlace tells a city, which may stand where a name stands */
export function passengerIn(text: string, isPlace: (name: string) => boolean): string | undefined {
  for (const form of NAMED) {
    const name = form.exec(text)?.[1]?.trim();
    if (name !== undefined && !isNobody(name) && !isPlace(name)) return name;
  }
  return undefined;
}

const LABELLED =
  /(?:身份证(?:号码|号)?|证件(?:号码|号)?|护照(?:号码|号)?|\bID(?:\s*(?:card|number|no\.?))*|\bpassport(?:\s*(?:number|no\.?))?)\s*(?:是|为|is|:|：|#)?\s*([A-Za-z]{0,2}\d[\dA-Za-z]{4,18})/iu;

/** A number of another length is none, and is asked for. */
const SHORT_CARD = /^身份证\D*(?!\d{15}$|\d{17}[\dXx]$)\d+$/u;

export const idCardIn = (text: string): string | undefined => {
  const labelled = LABELLED.exec(text);
  if (labelled !== null && SHORT_CARD.test(labelled[0])) return undefined;
  return (labelled ?? new RegExp(`(?<![\\dA-Za-z])(${ID_NUMBER})`, 'u').exec(text))?.[1];
};

/** @returns every address that is named, each once */
export const emailsIn = (text: string): string[] => [
  ...new Set(text.match(/[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/gu) ?? []),
];

/** An answer may be the name alone. */
export const bareNameIn = (said: string, isPlace: (name: string) => boolean): string | undefined =>
  said
    .split(/[，,、;；。.\n]|\s{2,}|\s(?=[\dA-Z]{0,2}\d)/u)
    .map((part) => part.trim())
    .find(
      (part) =>
        new RegExp(`^(?:[\\p{Script=Han}]{2,4}|${LATIN_NAME})$`, 'u').test(part) && !isPlace(part),
    );
