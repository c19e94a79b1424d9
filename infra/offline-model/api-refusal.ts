/** Why a request is not served, in the form that OpenAI's API has for it. */

const STATUS = {
  invalid_request: 400,
  not_found: 404,
  method_not_allowed: 405,
  request_too_large: 413,
  internal_error: 500,
} as const;
type RefusalCode = keyof typeof STATUS;

/** The body of an error, as clients of that API read it. */
export const errorBody = (
  message: string,
  code: string,
  { param = null, type = 'invalid_request_error' }: { param?: string | null; type?: string } = {},
): string => JSON.stringify({ error: { message, type, param, code } });

export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly status: number;
  readonly body: string;

  /** @param param the field to blame, as a dotted path */
  constructor(code: RefusalCode, message: string, param: string | null = null) {
    super(message);
    this.status = STATUS[code];
    const type = code === 'internal_error' ? 'server_error' : 'invalid_request_error';
    this.body = errorBody(message, code, { param, type });
  }
}
