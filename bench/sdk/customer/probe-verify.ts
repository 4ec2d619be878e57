// Run in its own process: each library verifies the same delivery. The time is the processor's.
import { randomBytes } from 'node:crypto';
import { signWebhook } from '@field-inspection/sdk/webhooks';
import * as ours from './field-inspection-webhooks.ts';
import * as openai from './openai-webhooks.ts';
import * as polar from './polar-webhooks.ts';
import * as standardwebhooks from './standardwebhooks-webhooks.ts';
import * as stripe from './stripe-webhooks.ts';
import * as svix from './svix-webhooks.ts';
import { takeTurns } from './take-turns.ts';

const [sizeBytes = 0, rounds = 0, sliceMs = 0] = process.argv.slice(2).map(Number);

const [newSecret, secret, foreignSecret] = Array.from(
  { length: 3 },
  () => `whsec_${randomBytes(32).toString('base64')}`,
) as [string, string, string];

/** The event has exactly so many bytes, and a type that every library knows. */
const createBody = (): string => {
  const event = { id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01', type: 'order.created', data: { notes: '' } };
  event.data.notes = 'x'.repeat(sizeBytes - JSON.stringify(event).length);
  return JSON.stringify(event);
};

/** Headers as Node.js gives them to a receiver: the service's, and stripe's, whose scheme is the same. */
const createHeaders = (secrets: string[]): Record<string, string> => {
  const signed = Object.entries(signWebhook({ body, secrets })).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  return {
    host: 'receiver.example',
    'content-type': 'application/json',
    'content-length': String(sizeBytes),
    'user-agent': 'webhooks/1',
    'svc-event-type': 'order.created',
    'svc-delivery-attempt': '1',
    ...Object.fromEntries(signed),
    'stripe-signature': Object.fromEntries(signed)['svc-signature'] ?? '',
  };
};

const body = createBody();
const bytes = Buffer.from(body);
const headers = createHeaders([secret]);
const rotated = createHeaders([newSecret, secret]);
const [oursOne, oursTwo] = [ours.createVerifier(secret), ours.createVerifier([foreignSecret, secret])];
const stripeOne = stripe.createVerifier(secret);
const others = { svix, openai, polar, standardwebhooks };

type Verify = () => string | Promise<string>;
const CASES: Record<string, Verify> = {
  ours: () => oursOne(body, headers),
  stripe: () => stripeOne(body, headers),
  ...Object.fromEntries(
    Object.entries(others).map(([name, { createVerifier }]) => {
      const verify = createVerifier(secret);
      return [name, () => verify(body, headers)];
    }),
  ),
  'ours, bytes': () => oursOne(bytes, headers),
  'stripe, bytes': () => stripeOne(bytes, headers),
  // The costliest rotation: the second secret signed, and its signature stands second.
  'ours, rotated': () => oursTwo(body, rotated),
};

const BATCH = 20;

// A synchronous verifier is not awaited: awaiting would cost it a turn of the event loop.
const msPerCall = await takeTurns(CASES, { rounds, sliceMs }, async (verify) => {
  for (let call = 0; call < BATCH; call++) {
    const verified = verify();
    const type = typeof verified === 'string' ? verified : await verified;
    if (type !== 'order.created') throw new Error('not verified');
  }
  return BATCH;
});
console.log(JSON.stringify(msPerCall));
