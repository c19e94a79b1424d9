/** Why the provider does not do what it was asked, as an HTTP status and a code of WIRE.md section 3. */
import { ToolError } from '../../shared/tools/define-tool.ts';

const STATUS = {
  INVALID_PARAMS: 400,
  NOT_FOUND: 404,
  SOLD_OUT: 409,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
} as const;

export class Refusal extends ToolError {
  readonly status: number;

  /** @param status another HTTP status than the code's usual one, such as 405 */
  constructor(code: keyof typeof STATUS, message: string, status: number = STATUS[code]) {
    super({ code, message });
    this.status = status;
  }
}
