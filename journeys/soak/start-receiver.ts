import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWebhookReceiver } from '../open-webhook-receiver.ts';
import type { Dice } from './dice.ts';

/** A time longer than the workers wait for an answer. */
const LATE_MS = 3_000;

const MOODS: Record<string, (response: ServerResponse) => unknown> = {
  fails: (response) => response.writeHead(500).end('try again'),
  'is busy': (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  'hangs up': (response) => response.destroy(),
  'answers too late': async (response) => {
    await sleep(LATE_MS);
    response.writeHead(204).end();
  },
  redirects: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
};

/** Starts a receiver of webhooks whose mood changes: it takes most deliveries, and those that it refuses come again. */
export const startReceiver = async (tls: { cert: string; key: string }, dice: Dice) => {
  const receiver = await openWebhookReceiver({ tls });
  let state: 'moody' | 'down' | 'well' = 'moody';
  let refused = 0;
  receiver.answer(({ headers }, response) => {
    if (state === 'down') return response.destroy();
    // A ping asks whether there is an endpoint to be.
    if (state === 'well' || headers['svc-event-type'] === 'ping' || dice.chance(70))
      return response.writeHead(204).end();
    refused += 1;
    return MOODS[dice.pick(Object.keys(MOODS))]!(response);
  });
  return {
    ...receiver,
    countRefused: () => refused,
    become: (next: typeof state) => {
      state = next;
    },
  };
};
