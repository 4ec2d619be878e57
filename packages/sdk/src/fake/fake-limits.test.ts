import { readFileSync } from 'node:fs';
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

it('counts many sessions in one request like that many, or none of them; a replay counts one', async () => {
  const { service, client } = open({ requestsPerMinute: 10 });
  const sessions = Array.from({ length: 6 }, (_, index) => ({ reference: String(index) }));
  const options = { idempotencyKey: 'many', maxRetries: 0 };
  const first = await client.v1.inspections.createMany({ sessions }, options);
  expect(client.rateLimit?.remaining).toBe(4);
  expect(await client.v1.inspections.createMany({ sessions }, options)).toEqual(first);
  expect(client.rateLimit?.remaining).toBe(3);
  const more = client.v1.inspections.createMany({ sessions }, { maxRetries: 0 });
  await expect(more).rejects.toThrow(RateLimitError);
  expect([service.sessions().length, client.rateLimit?.remaining]).toEqual([6, 2]);
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

it.each([
  ['201', {}],
  ['401', { authorization: 'Bearer fis_nobody' }],
  ['429', {}],
] as const)('a reply %s has every header that the document requires of it', async (status, headers) => {
  const { service } = open({ requestsPerMinute: 1 });
  const post = () =>
    service.fetch('https://inspections.example.com/api/v1/public/sessions', {
      method: 'POST',
      headers: new Headers({
        authorization: 'Bearer fis_fake',
        'idempotency-key': crypto.randomUUID(),
        ...headers,
      }),
      redirect: 'manual',
      signal: new AbortController().signal,
    });
  if (status === '429') await post();
  const response = await post();
  expect(String(response.status)).toBe(status);
  const required = listRequired(status);
  expect(required).toEqual(expect.arrayContaining(['Request-Id', 'RateLimit', 'RateLimit-Policy']));
  expect(required.filter((name) => !response.headers.get(name))).toEqual([]);
});

type Declared = { $ref?: string; headers?: Record<string, unknown> };
type Document = {
  paths: Record<string, { post: { responses: Record<string, Declared> } }>;
  components: { headers: Record<string, { required?: boolean }>; responses: Record<string, Declared> };
};

/** Headers that the document requires on the reply to a created session. */
function listRequired(status: string): string[] {
  const file = new URL('../../../openapi/openapi.json', import.meta.url);
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Document;
  const declared = paths['/api/v1/public/sessions']!.post.responses[status]!;
  const { headers = {} } = declared.$ref ? components.responses[declared.$ref.split('/').at(-1)!]! : declared;
  return Object.keys(headers).filter((name) => components.headers[name]?.required);
}

it('says how many messages of today are counted, and how many codes, as the service counts them', async () => {
  const { service, client } = open();
  const useOf = async () => {
    const { messages, codes } = (await client.billing.getPlan()).use;
    return [messages, codes];
  };
  const { id } = await client.sessions.create();
  const both = { recipient_email: 'ada@example.com', recipient_phone: '+393331234567', send_email: true };
  const invite = await client.participants.create(id, both);
  expect(await useOf()).toEqual([1, 2]);
  await client.participants.reissue(id, invite.id);
  await client.members.create({ email: 'bea@example.com', name: 'Bea', role: 'auditor' });
  expect(await useOf()).toEqual([3, 4]);
  service.advance(86_400_000);
  expect(await useOf()).toEqual([0, 0]);
});

it('lets no more members in than the plan includes, those included who are invited', async () => {
  const { service, client } = open();
  service.setPlan('free');
  const invite = (email: string) => client.members.create({ email, name: 'Ada', role: 'auditor' });
  for (const at of [1, 2, 3]) await invite(`ada${at}@example.com`);
  await expect(invite('ada4@example.com')).rejects.toMatchObject({ status: 409, code: 'member.limit' });
  expect((await client.billing.getPlan()).use.members).toBe(3);
});

it('counts no version of a branding where nothing was changed', async () => {
  const { client } = open();
  expect(await client.branding.update({})).toMatchObject({ version: 0, updated_at: null });
  const first = await client.branding.update({ footer: 'Acme', colours: { primary: '#7a1f5c' } });
  expect(await client.branding.update({ footer: 'Acme' })).toEqual(first);
  expect(first.version).toBe(1);
});
