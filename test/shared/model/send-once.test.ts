import { afterEach, describe, expect, it } from 'vitest';
import { sendOnce } from '../../../shared/model/send-once.ts';
import { type FakeModel, type FakeStep, startFakeModel } from '../../support/fake-model.ts';
import { endpointAt } from './given-models.ts';

let fake: FakeModel;
afterEach(() => fake.stop());
const send = async (step: FakeStep) => {
  fake = await startFakeModel([step]);
  const request = { model: 'm1', messages: [] };
  const pace = { timeoutMs: 60_000, backOffMs: 1 };
  return sendOnce(endpointAt(fake.url), request, pace, new AbortController().signal);
};

describe('sendOnce', () => {
  it('keeps status, headers and body, of errors too', async () => {
    const answers = [
      { status: 418, headers: { 'x-odd': 'yes' }, body: '{"detail":"short and stout"}' },
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' },
      { status: 204, body: '' },
    ];
    for (const { status, headers, body } of answers) {
      const sent = await send({ status, headers: headers ?? {}, body });
      expect(sent).toMatchObject({ kind: 'received', status, text: body });
      for (const [name, value] of Object.entries(headers ?? {}))
        expect(sent.kind === 'received' && sent.headers.get(name)).toBe(value);
      await fake.stop();
    }
  });

  it('stops reading above eight megabytes', async () => {
    const sent = await send({ body: 'x'.repeat(20_000_000) });
    const length = sent.kind === 'received' ? sent.text.length : 0;
    expect(length).toBeGreaterThan(8_000_000);
    expect(length).toBeLessThan(10_000_000);
  });
});
