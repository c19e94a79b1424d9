/** The words that weather is told with, in Chinese and in English. */

const WORDS = {
  晴: 'clear',
  多云: 'cloudy',
  阴: 'overcast',
  阵雨: 'showers',
  雷阵雨: 'thundershowers',
  小雨: 'light rain',
  中雨: 'moderate rain',
  大雨: 'heavy rain',
  暴雨: 'rainstorm',
  雨夹雪: 'sleet',
  小雪: 'light snow',
  中雪: 'moderate snow',
  大雪: 'heavy snow',
  雾: 'fog',
  霾: 'haze',
} as const;
export type WeatherWord = keyof typeof WORDS;

/** `小雨转多云`: one thing that becomes another in the course of the day. */
const TURNING = '转';

const isWord = (word: string): word is WeatherWord => Object.hasOwn(WORDS, word);

export const changing = (from: WeatherWord, to: WeatherWord): string => `${from}${TURNING}${to}`;

/** @returns the same in English; a word that is not known stays as it is */
export const inEnglish = (weather: string): string =>
  weather
    .split(TURNING)
    .map((word) => (isWord(word) ? WORDS[word] : word))
    .join(' turning ');
