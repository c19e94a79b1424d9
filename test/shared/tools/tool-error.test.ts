import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../shared/tools/define-tool.ts';

describe('an error that a tool throws on purpose', () => {
  it('says what went wrong, and is not worth a retry unless it says so', () => {
    const { fault, message } = new ToolError({ code: 'SOLD_OUT', message: 'no seat left' });
    expect(fault).toEqual({ code: 'SOLD_OUT', message: 'no seat left', retryable: false });
    expect(message).toBe('no seat left');
  });

  it('may be a code and a message', () => {
    expect(new ToolError('NOPE', 'it did not happen').fault).toMatchObject({
      code: 'NOPE',
      message: 'it did not happen',
    });
  });

  it.each([
    undefined,
    null,
    7,
    {},
    { code: 3, message: 'x' },
    { code: 'X', message: 'x', retryAfterMs: 'soon' },
  ])('of another form (%j) is a failed tool, with what was said', (said) => {
    const { fault } = new ToolError(said as never);
    expect(fault).toMatchObject({ code: 'TOOL_FAILED', retryable: false });
    expect(fault.message).toContain('of another form');
  });
});
