/** Chinese when a text has Chinese characters; answers and questions are in the language of the goal. */
export const languageOf = (text: string): 'zh' | 'en' =>
  /\p{Script=Han}/u.test(text) ? 'zh' : 'en';
