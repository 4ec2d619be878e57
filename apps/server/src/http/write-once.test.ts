import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCredential } from '../features/credentials/create-credential.ts';
import { revokeCredential } from '../features/credentials/operate-credentials.ts';
import { setSubscription } from '../features/billing/change-subscription.ts';
import { callApi, outcomeOf, type ApiReply } from '../testing/call-api.ts';
import { seedOrganisation } from '../testing/seed-organisation.ts';
import { sendRaw } from '../testing/send-raw.ts';
import { openForRecording } from '../testing/open-for-recording.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { waitForLock } from '../testing/wait-for-lock.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let keys = 0;
const freshKey = () => `order-${++keys}`;
const under = (key: string, route: string, options: Parameters<typeof callApi>[2] = {}) =>
  callApi(server, route, { ...options, headers: { 'idempotency-key': key } });
const create = (key: string, body: unknown = { notes: 'once' }, apiKey = server.seed.apiKey) =>
  under(key, 'POST /sessions', { body, apiKey });
const isReplay = ({ headers }: ApiReply) => headers.get('idempotent-replayed') === 'true';
const countSessions = () => server.context.database.prisma.session.count();

describe('a repeated call', () => {
  it('gets the first reply, whatever became of the session, and does nothing', async () => {
    const key = freshKey();
    const first = await create(key);
    await server.client.sessions.end(first.body.id);
    const count = await countSessions();
    const second = await create(key);
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
    expect(await countSessions()).toBe(count);
  });

  it('has a request id and a rate limit of its own', async () => {
    const key = freshKey();
    const [first, second] = [await create(key), await create(key)];
    expect(second.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
    const remaining = (reply: ApiReply) => Number(reply.headers.get('x-ratelimit-remaining'));
    expect(remaining(second)).toBeLessThan(remaining(first));
  });

  it('is the same with its fields in another order, in other spellings of what they mean, and of the path', async () => {
    const key = freshKey();
    const first = await create(key, { notes: 'a', locale: 'pt' });
    for (const body of ['{"locale":"pt","notes":"a"}', ' {"notes":"\\u0061", "locale":"pt-BR"}\n']) {
      expect((await create(key, body)).body.id).toBe(first.body.id);
    }
    for (const path of ['/sessions/', '/SESSIONS']) {
      const reply = await under(key, `POST ${path}`, { body: { notes: 'a', locale: 'pt' } });
      expect([reply.body.id, isReplay(reply)]).toEqual([first.body.id, true]);
    }
  });

  it('is 422 with another body, and leaves the first reply as it was', async () => {
    const key = freshKey();
    const first = await create(key, { notes: 'a' });
    for (const body of [{ notes: 'b' }, {}, { notes: 'a', locale: 'de' }]) {
      expect(outcomeOf(await create(key, body))).toBe('422 idempotency_key_reused');
    }
    expect((await create(key, { notes: 'a' })).body.id).toBe(first.body.id);
  });

  it('is 409 with Retry-After while the first is under way, which then is replayed', async () => {
    const key = freshKey();
    const holder = await server.context.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from organisations where id = $1 for update', [
        server.seed.organisationId,
      ]);
      const first = create(key);
      await waitForLock(server.context);
      const second = await create(key);
      expect([outcomeOf(second), second.headers.get('retry-after')]).toEqual([
        '409 idempotency_in_flight',
        '1',
      ]);
      await holder.query('commit');
      const { status, body } = await first;
      expect(status).toBe(201);
      expect((await create(key)).body.id).toBe(body.id);
    } finally {
      holder.release();
    }
  });

  it('and 49 more at once, all fresh, get the one reply: none is sent away that can wait a moment', async () => {
    const key = freshKey();
    const count = await countSessions();
    const replies = await Promise.all(Array.from({ length: 50 }, () => create(key)));
    expect(new Set(replies.map(outcomeOf))).toEqual(new Set(['201']));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.filter((reply) => !isReplay(reply))).toHaveLength(1);
    expect(await countSessions()).toBe(count + 1);
  });

  it('is refused before anything else once the credential is revoked', async () => {
    const { organisationId } = server.seed;
    const scopes = ['sessions:write' as const];
    const made = { organisationId, name: '', scopes, operatorEmail: 'a@example.com' };
    const { id, api_key } = await createCredential(server.context, made);
    const key = freshKey();
    expect((await create(key, {}, api_key)).status).toBe(201);
    await revokeCredential(server.context, { credentialId: id });
    expect(outcomeOf(await create(key, {}, api_key))).toBe('401 unauthenticated');
  });
});

describe('the same key', () => {
  it('of another credential or organisation is another key', async () => {
    const { organisationId } = server.seed;
    const sibling = await createCredential(server.context, {
      organisationId,
      name: '',
      scopes: ['sessions:write'],
      operatorEmail: 'a@example.com',
    });
    const other = await seedOrganisation(server.context);
    const key = freshKey();
    const replies = await Promise.all(
      [server.seed.apiKey, sibling.api_key, other.apiKey].map((apiKey) => create(key, {}, apiKey)),
    );
    expect(replies.map(outcomeOf)).toEqual(['201', '201', '201']);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(3);
  });

  it('at another path is another key', async () => {
    const key = freshKey();
    const sessions = [await server.client.sessions.create({}), await server.client.sessions.create({})];
    for (const { id } of sessions) {
      const reply = await under(key, `POST /sessions/${id}/end`);
      expect([reply.body.id, isReplay(reply)]).toEqual([id, false]);
    }
  });

  it('of another method is another key', async () => {
    const key = freshKey();
    const { id } = await server.client.sessions.create({});
    await openForRecording(server, id);
    const started = await under(key, `POST /sessions/${id}/recording`);
    const stopped = await under(key, `DELETE /sessions/${id}/recording`);
    expect([started.body.status, stopped.body.status, isReplay(stopped)]).toEqual([
      'recording',
      'open',
      false,
    ]);
  });

  it('in another case is another key', async () => {
    expect((await create('Key')).body.id).not.toBe((await create('key')).body.id);
  });

  it('replays a second before 24 hours, and runs anew a second after', async () => {
    const key = freshKey();
    const first = await create(key);
    server.clock.advance(86_400_000 - 1_000);
    expect((await create(key)).body.id).toBe(first.body.id);
    server.clock.advance(2_000);
    const anew = await create(key);
    expect([anew.status, isReplay(anew)]).toEqual([201, false]);
    expect(anew.body.id).not.toBe(first.body.id);
    expect((await create(key)).body.id).toBe(anew.body.id);
  });

  it('runs anew after 24 hours with any body', async () => {
    const key = freshKey();
    await create(key, { notes: 'a' });
    server.clock.advance(86_400_001);
    expect((await create(key, { notes: 'b' })).status).toBe(201);
  });
});

describe('a failure is not kept:', () => {
  it('400, then 201 with the same key and body', async () => {
    const key = freshKey();
    const id = server.context.ids.next();
    expect(outcomeOf(await create(key, { campaign: id }))).toBe('400 validation_error');
    await server.context.database.prisma.campaign.create({
      data: {
        organisation_id: server.seed.organisationId,
        id,
        name: 'late',
        description: '',
        created_at: server.clock.now(),
      },
    });
    expect((await create(key, { campaign: id })).status).toBe(201);
  });

  it('402, then 201', async () => {
    const { organisationId, apiKey } = await seedOrganisation(server.context, { plan: 'free' });
    for (let used = 0; used < 5; used++) await create(freshKey(), {}, apiKey);
    const key = freshKey();
    expect(outcomeOf(await create(key, {}, apiKey))).toBe('402 billing.free_plan_minutes_exhausted');
    await setSubscription(server.context, { organisationId, changes: { plan: 'pro' } });
    expect((await create(key, {}, apiKey)).status).toBe(201);
  });

  it('404 and 409, then 200', async () => {
    const key = freshKey();
    const { id } = await server.client.sessions.create({});
    const route = `POST /sessions/${id}/recording`;
    await server.context.database.prisma.session.update({
      where: { organisation_id_id: { organisation_id: server.seed.organisationId, id } },
      data: { status: 'created' },
    });
    expect(outcomeOf(await under(key, route))).toBe('409 session.invalid_state');
    expect(outcomeOf(await under(key, `POST /sessions/${server.context.ids.next()}/recording`))).toBe(
      '404 not_found',
    );
    await openForRecording(server, id);
    expect((await under(key, route)).body.status).toBe('recording');
  });

  it('and a failed reply does not carry the key', async () => {
    const reply = await create(freshKey(), { locale: 'ja' });
    expect([reply.status, reply.headers.get('idempotency-key')]).toEqual([400, null]);
  });
});

describe('the header Idempotency-Key', () => {
  it.each([
    ['one character', 'x'],
    ['255 characters', 'x'.repeat(255)],
    ['spaces and commas within', 'a, b = "c"'],
    ['a UUID', '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01'],
  ])('may be %s, and comes back on the reply', async (_, key) => {
    const reply = await create(key);
    expect([reply.status, reply.headers.get('idempotency-key')]).toEqual([201, key]);
  });

  const post = (lines: string[]) =>
    sendRaw(
      server.baseUrl,
      [
        'POST /api/v1/public/sessions HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${server.seed.apiKey}`,
        'Connection: close',
        'Content-Length: 0',
        ...lines,
        '\r\n',
      ].join('\r\n'),
    );

  it.each([
    ['empty', ['Idempotency-Key:']],
    ['256 characters', [`Idempotency-Key: ${'x'.repeat(256)}`]],
    ['10 KiB', [`Idempotency-Key: ${'x'.repeat(10_240)}`]],
    ['text beyond ASCII', ['Idempotency-Key: Schl\u00fcssel']],
    ['UTF-8', [`Idempotency-Key: ${Buffer.from('🔑').toString('latin1')}`]],
    ['a tab within', ['Idempotency-Key: a\tb']],
    ['given twice', ['Idempotency-Key: a', 'Idempotency-Key: b']],
    ['given twice the same', ['Idempotency-Key: a', 'idempotency-key: a']],
  ])('must not be %s: 400 names it, and nothing is made', async (_, lines) => {
    const count = await countSessions();
    const answer = await post(lines);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head.toLowerCase()).not.toContain('idempotency-key');
    expect(body).toContain('"path":"header.idempotency-key"');
    expect(await countSessions()).toBe(count);
  });
});

describe('the kept reply', () => {
  it('is sealed: the row holds neither the code nor the link nor the notes', async () => {
    const key = freshKey();
    const session = await server.client.sessions.create({ notes: 'owner is Ada' }, { idempotencyKey: key });
    const invite = await server.client.participants.create(
      session.id,
      { recipient_email: 'ada@example.com' },
      { idempotencyKey: key },
    );
    const { rows } = await server.context.database.pool.query<{ row: string }>(
      'select k::text as row from idempotency_keys k',
    );
    expect(rows.length).toBeGreaterThan(1);
    const token = new URL(invite.join_url).hash.slice(1);
    for (const { row } of rows) {
      for (const secret of [invite.otp_code!, token, 'owner is Ada', 'ada@example.com', key])
        expect(row).not.toContain(secret);
    }
    expect(
      await server.client.participants.create(
        session.id,
        { recipient_email: 'ada@example.com' },
        { idempotencyKey: key },
      ),
    ).toEqual(invite);
  });
});
