import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { OTHER_SECRET, SECRET } from '../testing/sign-delivery.ts';
import { signWebhook } from './sign-webhook.ts';
import { verifyWebhook } from './verify-webhook.ts';

/*
 * Independent libraries agree on the signatures: Stripe's on Svc-Signature, which has the form of Stripe-Signature, and
 * Standard Webhooks' on its headers.
 */
const stripe = new Stripe('sk_test_unused').webhooks;
const body = JSON.stringify({ id: 'evt_1', type: 'session.created', data: { notes: 'Dach – Süd ☂' } });
const seconds = () => Math.floor(Date.now() / 1000);

describe.each([
  ['one secret', [SECRET]],
  ['two secrets, the new first', [OTHER_SECRET, SECRET]],
  ['two secrets, the old first', [SECRET, OTHER_SECRET]],
])('what signWebhook signs with %s', (_name, secrets) => {
  const headers = signWebhook({ body, secrets });

  it.each(secrets)('Stripe’s library verifies with %s', (secret) => {
    const event: object = stripe.constructEvent(body, headers['Svc-Signature'], secret);
    expect(event).toEqual(JSON.parse(body));
    expect(stripe.constructEvent(Buffer.from(body), headers['Svc-Signature'], secret)).toEqual(event);
  });

  it.each(secrets)('the library of Standard Webhooks verifies with %s', (secret) => {
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(new Webhook(secret).verify(Buffer.from(body), headers)).toEqual(JSON.parse(body));
  });

  it('neither verifies with another secret, another body or an old time', () => {
    const other = 'whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0';
    const old = signWebhook({ body, secrets, timestamp: seconds() - 301 });
    const attempts = [
      () => stripe.constructEvent(body, headers['Svc-Signature'], other),
      () => stripe.constructEvent(`${body} `, headers['Svc-Signature'], SECRET),
      () => stripe.constructEvent(body, old['Svc-Signature'], SECRET),
      () => new Webhook(other).verify(body, headers),
      () => new Webhook(SECRET).verify(`${body} `, headers),
      () => new Webhook(SECRET).verify(body, { ...headers, 'webhook-id': 'evt_2' }),
      () => new Webhook(SECRET).verify(body, old),
    ];
    for (const attempt of attempts) expect(attempt).toThrow();
  });
});

it('verifyWebhook verifies what Stripe’s library signs', () => {
  const header = stripe.generateTestHeaderString({ payload: body, secret: SECRET });
  const event = verifyWebhook({ body, headers: { 'svc-signature': header }, secrets: SECRET });
  expect(event).toEqual(JSON.parse(body));
});

it('any body, secret, id and time give the signatures that the libraries give', () => {
  const secret = fc
    .uint8Array({ minLength: 24, maxLength: 64 })
    .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);
  const id = fc.stringMatching(/^[\x21-\x7e]{1,64}$/);
  const timestamp = fc.integer({ min: 1, max: 253_402_300_799 });
  fc.assert(
    fc.property(secret, id, timestamp, fc.string({ unit: 'grapheme' }), (key, eventId, time, text) => {
      const headers = signWebhook({ body: text, id: eventId, secret: key, timestamp: time });
      expect(headers['Svc-Signature']).toBe(
        stripe.generateTestHeaderString({ payload: text, secret: key, timestamp: time }),
      );
      expect(headers['webhook-signature']).toBe(new Webhook(key).sign(eventId, new Date(time * 1000), text));
    }),
  );
});
