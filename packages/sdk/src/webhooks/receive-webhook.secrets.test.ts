import { afterEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../errors/field-inspection-error.ts';
import { createReceiver } from '../testing/create-receiver.ts';
import { OTHER_SECRET, SECRET, signDelivery } from '../testing/sign-delivery.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the secrets', () => {
  it.each([
    ['both sign, the new is known', [OTHER_SECRET, SECRET], [OTHER_SECRET], 0],
    ['both sign, the old is known', [OTHER_SECRET, SECRET], [SECRET], 0],
    ['the old signs, both are known', [SECRET], [OTHER_SECRET, SECRET], 1],
    ['the new signs, both are known', [OTHER_SECRET], [OTHER_SECRET, SECRET], 0],
    ['the new signs, both are known the other way round', [OTHER_SECRET], [SECRET, OTHER_SECRET], 1],
  ])('of a rotation: %s', async (_name, signing, secrets, secretIndex) => {
    const { receive, contexts } = createReceiver({ secrets });
    expect((await receive(signDelivery({ secrets: signing }))).status).toBe(204);
    expect(contexts[0]?.secretIndex).toBe(secretIndex);
  });

  it('come from a function, asked for every delivery', async () => {
    const known = [OTHER_SECRET];
    const secrets = vi.fn(async () => known);
    const { receive } = createReceiver({ secrets });
    expect((await receive(signDelivery())).status).toBe(400);
    known.push(SECRET);
    expect((await receive(signDelivery())).status).toBe(204);
    expect(secrets).toHaveBeenCalledTimes(2);
  });

  it('come from the environment, one or two', async () => {
    const { receive, contexts } = createReceiver({ secrets: undefined });
    vi.stubEnv('FIELD_INSPECTION_WEBHOOK_SECRET', SECRET);
    expect((await receive(signDelivery())).status).toBe(204);
    vi.stubEnv('FIELD_INSPECTION_WEBHOOK_SECRET', `${OTHER_SECRET}, ${SECRET}`);
    expect((await receive(signDelivery())).status).toBe(204);
    expect(contexts.map((context) => context.secretIndex)).toEqual([0, 1]);
  });

  it('that are missing are the receiver’s mistake: 500, and tried again', async () => {
    vi.stubEnv('FIELD_INSPECTION_WEBHOOK_SECRET', undefined);
    for (const secrets of [undefined, '', [], [''], () => '']) {
      const { receive, errors } = createReceiver({ secrets });
      const reply = await receive(signDelivery());
      expect(reply.status).toBe(500);
      expect(reply.body).toContain('A secret is not set');
      expect(errors[0]?.error).toBeInstanceOf(UsageError);
    }
  });

  it('that can not be had just now: 500 without the reason', async () => {
    const { receive, errors } = createReceiver({ secrets: () => Promise.reject(new Error('vault down')) });
    expect(await receive(signDelivery())).toMatchObject({ status: 500, body: '{"error":"failed"}' });
    expect(errors).toMatchObject([{ error: { message: 'vault down' } }]);
  });
});
