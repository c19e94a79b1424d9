/** `flaky`: the first two data requests are turned away; whoever asks again is served. */
import { Refusal } from '../refusal.ts';
import { type Interference, isDataRequest } from './interference.ts';

const REFUSALS = 2;

export function flaky(): Interference {
  let refused = 0;
  return (request, serve) => {
    if (refused === REFUSALS || !isDataRequest(request)) return serve(request.asked);
    refused += 1;
    throw new Refusal('UNAVAILABLE', 'The provider is out of order for a moment.');
  };
}
