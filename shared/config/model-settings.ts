/** Which endpoint and model each purpose is asked at, from the environment (WIRE.md section 6). */
import { z } from 'zod';
import { PURPOSES, type Purpose } from '../model/purposes.ts';

export type ModelEndpoint = {
  readonly provider: 'offline' | 'openai';
  readonly model: string;
  /** Of an OpenAI-compatible API, up to and with `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
};

/** The model of each purpose; null for the offline model while nobody has started it. */
export type ModelEndpoints = Readonly<Record<Purpose, ModelEndpoint | null>>;

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
const DEFAULT_MODEL = 'gpt-4o-mini';
const OFFLINE = 'offline';
/** Local servers want none, but the client insists on one. */
const NO_KEY = 'no-key-needed';

/** A key goes into a header, and an address into errors: neither may carry what does not belong there. */
const apiKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/, 'a key is printable ASCII without spaces');
const apiUrl = z
  .url({ protocol: /^https?$/, error: 'no http or https URL', abort: true })
  .refine((text) => {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  }, 'a base URL carries no user and no password; use OPENAI_API_KEY');

const name = z.string().trim().min(1).max(200);

type PurposeVariable = `LOOPWRIGHT_MODEL_${Uppercase<Purpose>}`;
const variableOf = (purpose: Purpose): PurposeVariable =>
  `LOOPWRIGHT_MODEL_${purpose.toUpperCase() as Uppercase<Purpose>}`;

const ofPurposes = Object.fromEntries(
  PURPOSES.map((purpose) => [variableOf(purpose), name.optional()]),
) as Record<PurposeVariable, z.ZodOptional<typeof name>>;

/** The variables that say which models to ask, for the one reader of the environment. */
export const MODEL_VARIABLES = {
  OPENAI_API_KEY: apiKey.optional(),
  OPENAI_BASE_URL: apiUrl.optional(),
  LOOPWRIGHT_MODEL: name.optional(),
  ...ofPurposes,
  LOOPWRIGHT_OFFLINE_MODEL: apiUrl.optional(),
};

const Variables = z.object(MODEL_VARIABLES);
type ModelVariables = z.infer<typeof Variables>;

const isOnline = (values: NodeJS.ProcessEnv): boolean =>
  values.OPENAI_API_KEY !== undefined || values.OPENAI_BASE_URL !== undefined;

/** @returns one line for each variable that names a model which nothing here can reach */
export function modelProblems(values: NodeJS.ProcessEnv): string[] {
  if (isOnline(values)) return [];
  return (['LOOPWRIGHT_MODEL', ...PURPOSES.map(variableOf)] as const).flatMap((variable) => {
    const model = values[variable];
    return model === undefined || model === OFFLINE
      ? []
      : [`${variable}: ${model} needs OPENAI_API_KEY or OPENAI_BASE_URL`];
  });
}

/**
 * @param values without `modelProblems`
 * @param devUrl the offline model of a running `dev`
 */
export function modelEndpoints(values: ModelVariables, devUrl: string | undefined): ModelEndpoints {
  const fallback = values.LOOPWRIGHT_MODEL ?? (isOnline(values) ? DEFAULT_MODEL : OFFLINE);
  const offlineUrl = values.LOOPWRIGHT_OFFLINE_MODEL ?? devUrl;
  const endpointOf = (purpose: Purpose): ModelEndpoint | null => {
    const model = values[variableOf(purpose)] ?? fallback;
    if (model !== OFFLINE) {
      const baseUrl = values.OPENAI_BASE_URL ?? DEFAULT_BASE_URL;
      return { provider: 'openai', model, baseUrl, apiKey: values.OPENAI_API_KEY ?? NO_KEY };
    }
    // The user's key is for the user's endpoint only.
    return offlineUrl === undefined
      ? null
      : { provider: 'offline', model, baseUrl: offlineUrl, apiKey: NO_KEY };
  };
  return Object.fromEntries(
    PURPOSES.map((purpose) => [purpose, endpointOf(purpose)]),
  ) as ModelEndpoints;
}
