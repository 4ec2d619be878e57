import { expect, it } from 'vitest';
import { FieldInspection } from '../client.ts';
import { RateLimitError } from '../errors/api-error.ts';
import { createFakeService, type FakeServiceOptions } from './create-fake-service.ts';

const open = (options: FakeServiceOptions = {}) => {
  const service = createFakeService({ now: new Date('2026-11-20T12:00:10.000Z'), ...options });
  return { service, client: new FieldInspection(service.clientOptions) };
};

it('refuses no number of requests unless told otherwise', async () => {
  const { client } = open();
  for (let count = 0; count < 700; count++) await client.sessions.list({}, { maxRetries: 0 });
  expect(client.rateLimit).toEqual({
    limit: 600,
    remaining: 0,
    reset: new Date('2026-11-20T12:01:00.000Z'),
  });
});

it('refuses what is above requestsPerMinute until its clock’s next minute', async () => {
  const { service, client } = open({ requestsPerMinute: 2 });
  await client.sessions.create();
  expect(client.rateLimit?.remaining).toBe(1);
  await client.sessions.list();
  const third = client.sessions.list({}, { maxRetries: 0 });
  await expect(third).rejects.toThrow(RateLimitError);
  await expect(third).rejects.toMatchObject({ retryAfterMs: 50_000, rateLimit: { limit: 2, remaining: 0 } });
  expect((await client.sessions.list()).data).toHaveLength(1);
  expect(service.now()).toEqual(new Date('2026-11-20T12:01:00.000Z'));
});

it('takes a key twice only where the contract says', async () => {
  const { service, client } = open();
  const options = { idempotencyKey: 'one', maxRetries: 0 };
  const first = await client.sessions.create({}, options);
  service.advance(86_399_999);
  expect(await client.sessions.create({}, options)).toEqual(first);
  await expect(client.sessions.create({ notes: 'Wall' }, options)).rejects.toMatchObject({ status: 422 });
  service.advance(1);
  expect((await client.sessions.create({}, options)).id).not.toBe(first.id);
});

it('names what nobody can do: join twice, expire what is open', async () => {
  const { service, client } = open();
  const session = await client.sessions.create();
  const invite = await client.participants.create(session.id);
  service.join(invite.id);
  expect(() => service.join(invite.id)).toThrow('The invite is joined; nobody can join with it');
  expect(() => service.expire(session.id)).toThrow('The session is open; it can not expire');
});
