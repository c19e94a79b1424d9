/** `infra/asyncapi.yaml`: every channel, message and operation of a namespace, from the catalogue. */
import { VERSION } from '../../shared/version.ts';
import { PARAMETERS, type Part } from './asyncapi-parts.ts';
import { eventChannels, eventMessages, eventOperations } from './event-channels.ts';
import { otherChannels, otherMessages, otherOperations } from './other-channels.ts';

const DESCRIPTION = [
  'Four kinds of process that share nothing but a NATS bus: planner, executor, observer and router.',
  'The log is every subject below {namespace}.ev. A subject is an address: who wrote the letter, who',
  'must act, about which task. Each event is a CloudEvent in structured JSON, and its id says what it',
  'is about, so that writing it again changes nothing.',
].join(' ');

const TRAITS: Part = {
  stored: {
    headers: {
      type: 'object',
      properties: {
        'Nats-Msg-Id': { type: 'string', description: 'The id of the event.' },
        'Content-Type': { const: 'application/cloudevents+json' },
      },
      required: ['Nats-Msg-Id', 'Content-Type'],
    },
  },
};

export const asyncapiDocument = (): Part => ({
  asyncapi: '3.0.0',
  info: {
    title: 'Loopwright',
    version: VERSION,
    description: DESCRIPTION,
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  defaultContentType: 'application/json',
  servers: {
    local: {
      host: '127.0.0.1:4222',
      protocol: 'nats',
      description: 'nats-server 2.12 or newer with JetStream; NATS_URL names another.',
    },
  },
  channels: { ...eventChannels(), ...otherChannels() },
  operations: { ...eventOperations(), ...otherOperations() },
  components: {
    parameters: PARAMETERS,
    messageTraits: TRAITS,
    messages: { ...eventMessages(), ...otherMessages() },
  },
});
