/** Goals about what was: a date that lies behind is then what is meant, and not a slip. */
const LOOKS_BACK =
  /周报|日报|月报|季报|年报|报告|汇报|总结|汇总|统计|回顾|复盘|提交记录|\breports?\b|\bcommits?\b|\bsummar(?:y|ise|ize)\b|\breview\b|\bhistory\b|\bretrospective\b/iu;

export const looksBack = (text: string): boolean => LOOKS_BACK.test(text);
