import type { CreateInspectionBody } from '@field-inspection/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setSubscription } from '../billing/change-subscription.ts';
import { createCredential } from '../credentials/create-credential.ts';
import { callApi } from '../../testing/call-api.ts';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  // A window of an hour: none ends within a test.
  server = await startTestServer({ RATE_WINDOW: '3600' });
});
afterAll(() => server.close());

const prisma = () => server.context.database.prisma;

/** Its own organisation has counts of its own. */
const open = async (options: Parameters<typeof seedOrganisation>[1] = {}) => {
  const seed = await seedOrganisation(server.context, options);
  const client = server.clientOf(seed.apiKey).withOptions({ maxRetries: 0 });
  const where = { organisation_id: seed.organisationId };
  const count = async () => ({
    sessions: await prisma().session.count({ where }),
    invites: await prisma().participant.count({ where }),
    created: await prisma().event.count({ where: { ...where, type: 'session.created' } }),
    entries: await prisma().auditEntry.count({ where }),
    messages: await prisma().message.count({ where }),
  });
  const create = (sessions: CreateInspectionBody[], idempotencyKey?: string) =>
    client.v1.inspections.createMany({ sessions }, idempotencyKey === undefined ? {} : { idempotencyKey });
  return { ...seed, client, where, count, create };
};
type World = Awaited<ReturnType<typeof open>>;

const invited = (more: CreateInspectionBody = {}): CreateInspectionBody => ({
  ...more,
  participant: { channel: 'email', email: freshEmail() },
});
const outcomeOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => 'ok',
    ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
  );
const outcomesOf = ({ data }: Awaited<ReturnType<World['create']>>) =>
  data.map(({ problem }) => (problem ? `${problem.status} ${problem.code}` : 'created'));
const usedBy = async ({ credentialId }: World) =>
  (await prisma().rateWindow.findUniqueOrThrow({ where: { subject_id: credentialId } })).count;

describe('many at once', () => {
  test('are created in the order given, each with its invite, its event, its chain and its messages', async () => {
    const world = await open();
    const references = Array.from({ length: 12 }, (_, index) => `CLM-${index}`);
    const { data } = await world.create(references.map((reference) => invited({ reference })));
    expect(data.map(({ index, problem }) => [index, problem])).toEqual(
      references.map((_, index) => [index, null]),
    );
    const shown = await Promise.all(data.map(({ inspection }) => world.client.sessions.get(inspection!.id)));
    expect(shown.map(({ reference }) => reference)).toEqual(references);
    for (const { inspection } of data)
      expect(inspection!.join_url).toMatch(`${server.baseUrl}/join/${inspection!.id}#`);
    // A link and a code for each, and two entries of each chain.
    const counts = { sessions: 12, invites: 12, created: 12, entries: 24, messages: 24 };
    expect(await world.count()).toEqual(counts);
  });

  test('one that is refused says why, as the call of one does, and the others are created', async () => {
    const world = await open();
    const bad: CreateInspectionBody[] = [
      { participant: { channel: 'sms', phone: '' } },
      { campaign: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01' },
      { scheduled_for: '2001-01-01T00:00:00Z' },
    ];
    const { data } = await world.create([{}, bad[0]!, {}, bad[1]!, bad[2]!, {}]);
    const alone = await Promise.all(
      bad.map((body) =>
        Promise.resolve(world.client.v1.inspections.create(body)).catch((error: unknown) => error),
      ),
    );
    for (const [nth, row] of [data[1]!, data[3]!, data[4]!].entries()) {
      const { status, code, detail, errors } = alone[nth] as Record<string, unknown>;
      expect(row).toMatchObject({ inspection: null, problem: { status, code, detail } });
      expect(row.problem!.errors ?? []).toEqual(errors ?? []);
    }
    expect(data.map(({ inspection }) => inspection !== null)).toEqual([
      true,
      false,
      true,
      false,
      false,
      true,
    ]);
    expect(await world.count()).toMatchObject({ sessions: 3, invites: 3 });
  });

  test('are written in a transaction each, so that nobody waits for the locks of more than one', async () => {
    const world = await open();
    await world.create(Array.from({ length: 10 }, () => ({})));
    const rows = await prisma().$queryRaw<object[]>`
      select distinct xmin::text from sessions where organisation_id = ${world.organisationId}::uuid`;
    expect(rows).toHaveLength(10);
  });

  test.each([
    ['none', []],
    ['101', Array.from({ length: 101 }, () => ({}))],
  ])(
    '400 for %s, and for a field that there is not in one of them; nothing is created',
    async (_, sessions) => {
      const world = await open();
      const refusal = (call: PromiseLike<unknown>) => Promise.resolve(call).catch((error: unknown) => error);
      expect(await refusal(world.create(sessions))).toMatchObject({
        status: 400,
        errors: [{ path: 'body.sessions' }],
      });
      expect(await refusal(world.create([{}, { type: 1 as unknown as string }]))).toMatchObject({
        status: 400,
        errors: [{ path: 'body.sessions.1.type' }],
      });
      expect(await world.count()).toMatchObject({ sessions: 0 });
    },
  );
});

describe('limits', () => {
  test('a plan with 5 inspections creates the first 5 of 8, and says so of each other', async () => {
    const world = await open({ plan: 'free' });
    expect(outcomesOf(await world.create(Array.from({ length: 8 }, () => ({}))))).toEqual([
      ...Array<string>(5).fill('created'),
      ...Array<string>(3).fill('402 billing.free_plan_minutes_exhausted'),
    ]);
    await setSubscription(server.context, {
      organisationId: world.organisationId,
      changes: { subscription_status: 'past_due' },
    });
    expect(outcomesOf(await world.create([{}]))).toEqual(['402 billing.subscription_past_due']);
  });

  test('the limits of messages hold: one person is not invited more often than they allow', async () => {
    const world = await open();
    const participant = { channel: 'email' as const, email: freshEmail() };
    const { messagesPerRecipientHour: most } = server.context.config;
    const outcomes = outcomesOf(
      await world.create(Array.from({ length: most + 2 }, () => ({ participant }))),
    );
    expect(outcomes).toEqual([
      ...Array<string>(most).fill('created'),
      ...Array<string>(2).fill('429 rate_limited'),
    ]);
    expect(await world.count()).toMatchObject({ sessions: most });
  });

  test('n sessions count like n requests, in the limits of the key and of the organisation', async () => {
    const world = await open({ rateLimit: 100 });
    const { rateLimit } = await world.create(Array.from({ length: 30 }, () => ({}))).withResponse();
    expect(rateLimit).toMatchObject({ limit: 100, remaining: 70 });
    expect(await usedBy(world)).toBe(30);
    const subject_id = world.organisationId;
    expect(await prisma().rateWindow.findUnique({ where: { subject_id } })).toMatchObject({ count: 30 });
  });

  test('over what is left nothing is done and only the request counts; a smaller one goes', async () => {
    const world = await open({ rateLimit: 50 });
    await world.create(Array.from({ length: 30 }, () => ({})));
    const refusal = await Promise.resolve(world.create(Array.from({ length: 21 }, () => ({})))).catch(
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({
      status: 429,
      code: 'rate_limited',
      detail: expect.stringContaining('20 were left') as string,
    });
    expect((refusal as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(0);
    expect(await world.count()).toMatchObject({ sessions: 30 });
    expect(await usedBy(world)).toBe(31);
    expect(outcomesOf(await world.create(Array.from({ length: 19 }, () => ({}))))).toHaveLength(19);
    expect(await outcomeOf(world.create([{}]))).toBe('429 rate_limited');
  });

  test('more than a minute has room for is 400, which says how many go and who gives more: waiting would not help', async () => {
    const world = await open({ rateLimit: 20 });
    const refusal = await Promise.resolve(world.create(Array.from({ length: 21 }, () => ({})))).catch(
      (error: unknown) => error,
    );
    const message = expect.stringMatching(/at most 20 at once, or ask whoever runs the service/) as string;
    expect(refusal).toMatchObject({ status: 400, errors: [{ path: 'body.sessions', message }] });
    expect(await usedBy(world)).toBe(1);
  });

  test('ten at once never pass the limit together', async () => {
    const world = await open({ rateLimit: 100 });
    // On a busy machine a row waits too long for a connection, and the call says 503: under its key it goes on.
    const many = Array.from({ length: 20 }, () => ({}));
    const createAll = async (key: string): Promise<string> => {
      const outcome = await outcomeOf(world.create(many, key));
      return outcome === '503 unavailable' ? createAll(key) : outcome;
    };
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, index) => createAll(`many-${index}`)));
    const { sessions } = await world.count();
    expect(sessions).toBe(20 * outcomes.filter((outcome) => outcome === 'ok').length);
    expect(sessions).toBeGreaterThan(0);
    expect(await usedBy(world)).toBeLessThanOrEqual(100);
  });

  test('callbacks of any of them want webhooks:write', async () => {
    const world = await open();
    const { api_key } = await createCredential(server.context, {
      organisationId: world.organisationId,
      name: 'no webhooks',
      scopes: ['sessions:write'],
      operatorEmail: 'operator@example.com',
    });
    const { inspections } = server.clientOf(api_key).v1;
    const callbacks = { 'session.joined': 'https://example.com/hooks' };
    expect(await outcomeOf(inspections.createMany({ sessions: [{}, { callbacks }] }))).toBe(
      '403 permission_denied',
    );
    expect(await world.count()).toMatchObject({ sessions: 0 });
  });
});

describe('one key for all', () => {
  const rows = () => [
    invited({ reference: 'a' }),
    { participant: { channel: 'sms' as const, phone: '' } },
    invited(),
  ];

  test('a repeat answers the same and does nothing, though a row would be taken by now; it counts like one', async () => {
    const world = await open({ plan: 'free', rateLimit: 100 });
    const sessions = [...rows(), {}, {}, {}, {}];
    const first = await world.create(sessions, 'all');
    expect(outcomesOf(first).at(-1)).toBe('402 billing.free_plan_minutes_exhausted');
    await setSubscription(server.context, {
      organisationId: world.organisationId,
      changes: { plan: 'enterprise' },
    });
    const before = [await world.count(), await usedBy(world)] as const;
    const { data, response } = await world.create(sessions, 'all').withResponse();
    expect(data).toEqual(first);
    expect(response.headers.get('idempotent-replayed')).toBe('true');
    await runDueJobs(server.context);
    expect([await world.count(), await usedBy(world)]).toEqual([before[0], before[1] + 1]);
  });

  test('another body under it is refused before anything is created, also where the first was cut at once', async () => {
    const world = await open();
    const sessions = rows();
    await world.create(sessions, 'bound');
    const before = await world.count();
    // A cut left only the row that binds the key.
    await prisma().idempotencyKey.deleteMany({ where: { ...world.where, session_id: { not: null } } });
    expect(await outcomeOf(world.create([{}, ...sessions], 'bound'))).toBe('422 idempotency_key_reused');
    expect(await world.count()).toEqual(before);
  });

  test('what was cut goes on where it was: rows that were done stay, and the reply is not called a replay', async () => {
    const world = await open();
    const sessions = Array.from({ length: 6 }, (_, index) => invited({ reference: String(index) }));
    const first = await world.create(sessions, 'cut');
    const before = await world.count();
    // The process died after the fourth row: two were not written.
    const [fifth, sixth] = first.data.slice(4).map(({ inspection }) => inspection!.id);
    await prisma().idempotencyKey.deleteMany({ where: { session_id: { in: [fifth!, sixth!] } } });
    const { data, response } = await world.create(sessions, 'cut').withResponse();
    expect(data.data.slice(0, 4)).toEqual(first.data.slice(0, 4));
    expect(response.headers.get('idempotent-replayed')).toBeNull();
    expect((await world.count()).sessions).toBe(before.sessions + 2);
  });

  test('five requests at once under it create every session once, and tell the same links', async () => {
    const world = await open();
    const sessions = Array.from({ length: 8 }, () => invited());
    const replies = await Promise.all(
      Array.from({ length: 5 }, () =>
        Promise.resolve(world.create(sessions, 'raced')).catch((error: { code: string }) => error.code),
      ),
    );
    const told = replies.filter((reply) => typeof reply !== 'string');
    expect(new Set(told.map((reply) => JSON.stringify(reply))).size).toBe(1);
    for (const refused of replies.filter((reply) => typeof reply === 'string'))
      expect(refused).toBe('idempotency_in_flight');
    expect(await world.count()).toMatchObject({ sessions: 8, invites: 8, messages: 16 });
  });

  test('without a key the same body creates them again', async () => {
    const world = await open();
    const body = { sessions: [{}, {}] };
    for (let times = 0; times < 2; times++)
      expect(
        (await callApi(server, 'POST /v1/bulk/sessions', { apiKey: world.apiKey, body, root: '' })).status,
      ).toBe(200);
    expect(await world.count()).toMatchObject({ sessions: 4 });
  });
});
