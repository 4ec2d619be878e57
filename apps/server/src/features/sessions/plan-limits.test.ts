import type { SubscriptionStatus } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { type Seed, seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { waitForLock } from '../../testing/wait-for-lock.ts';
import { setSubscription, type SubscriptionChanges } from '../billing/change-subscription.ts';

const EXHAUSTED = '402 billing.free_plan_minutes_exhausted';
const PAST_DUE = '402 billing.subscription_past_due';
const MISSING_ID = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = async ({ apiKey }: Seed, body: object = {}) => {
  // A busy machine refuses within seconds, with nothing done.
  for (;;) {
    const reply = await callApi(server, 'POST /sessions', { apiKey, body });
    if (reply.status !== 503) return reply;
  }
};
const createMany = async (seed: Seed, count: number, body: object = {}) =>
  (await Promise.all(Array.from({ length: count }, () => create(seed, body)))).map(outcomeOf).sort();
const countSessions = ({ organisationId }: Seed) =>
  server.context.database.prisma.session.count({ where: { organisation_id: organisationId } });
const readUsed = async ({ organisationId: id }: Seed) =>
  (await server.context.database.prisma.organisation.findUniqueOrThrow({ where: { id } })).inspections_used;

describe.each(['free', 'pilot'] as const)('the plan %s', (plan) => {
  it('admits exactly 5 of 100 parallel creations', async () => {
    const seed = await seedOrganisation(server.context, { plan });
    expect(await createMany(seed, 100)).toEqual([
      ...Array<string>(5).fill('201'),
      ...Array<string>(95).fill(EXHAUSTED),
    ]);
    expect([await countSessions(seed), await readUsed(seed)]).toEqual([5, 5]);
  });

  it('uses nothing up for a creation that fails', async () => {
    const seed = await seedOrganisation(server.context, { plan });
    expect(await createMany(seed, 10, { campaign: MISSING_ID })).toEqual(
      Array(10).fill('400 validation_error'),
    );
    expect(await createMany(seed, 3, { scheduled_for: '2020-01-01T00:00:00Z' })).toEqual(
      Array(3).fill('400 validation_error'),
    );
    expect(await readUsed(seed)).toBe(0);
    expect(await createMany(seed, 6)).toEqual([...Array<string>(5).fill('201'), EXHAUSTED]);
  });

  it('gives nothing back for a session that ended', async () => {
    const seed = await seedOrganisation(server.context, { plan });
    const client = server.clientOf(seed.apiKey);
    for (let count = 0; count < 5; count++) await client.sessions.end((await client.sessions.create({})).id);
    expect(outcomeOf(await create(seed))).toBe(EXHAUSTED);
  });

  it('counts a creation once, however often it is replayed', async () => {
    const seed = await seedOrganisation(server.context, { plan });
    const client = server.clientOf(seed.apiKey);
    const ids = new Set<string>();
    for (let count = 0; count < 8; count++)
      ids.add((await client.sessions.create({}, { idempotencyKey: 'one' })).id);
    expect([ids.size, await readUsed(seed)]).toEqual([1, 1]);
  });
});

describe('the last inspection', () => {
  it('is there for a good creation though one with a bad campaign came first', async () => {
    const seed = await seedOrganisation(server.context, { plan: 'free' });
    await createMany(seed, 4);
    const outcomes = await Promise.all([
      create(seed, { campaign: MISSING_ID }),
      create(seed),
      create(seed, { campaign: MISSING_ID }),
    ]);
    expect(outcomes.map(outcomeOf)).toEqual(['400 validation_error', '201', '400 validation_error']);
  });

  it('of one organisation is not used up by another', async () => {
    const [first, second] = [
      await seedOrganisation(server.context, { plan: 'free' }),
      await seedOrganisation(server.context, { plan: 'free' }),
    ];
    await createMany(first, 6);
    expect(await createMany(second, 5)).toEqual(Array(5).fill('201'));
  });
});

describe.each(['pro', 'enterprise'] as const)('the plan %s', (plan) => {
  it('has no such limit, and does not count', async () => {
    const seed = await seedOrganisation(server.context, { plan });
    expect(await createMany(seed, 8)).toEqual(Array(8).fill('201'));
    expect(await readUsed(seed)).toBe(0);
  });
});

type Span = { startMs: number; endMs: number };
type Creation = Span & { outcome: string };
type Window = Span & { outcome: string };

const span = (): Span => ({ startMs: performance.now(), endMs: Infinity });

const CHANGES: [SubscriptionChanges, string][] = [
  [{ plan: 'free' }, EXHAUSTED],
  [{ plan: 'enterprise' }, '201'],
  [{ subscription_status: 'past_due' }, PAST_DUE],
  [{ subscription_status: 'active' }, '201'],
  [{ plan: 'pilot', subscription_status: 'canceled' }, PAST_DUE],
  [{ plan: 'pro', subscription_status: 'trialing' }, '201'],
];

describe('a change of the plan', () => {
  it('starts a limited plan with the sessions there are', async () => {
    const seed = await seedOrganisation(server.context, { plan: 'pro' });
    await createMany(seed, 4);
    await setSubscription(server.context, {
      organisationId: seed.organisationId,
      changes: { plan: 'pilot' },
    });
    expect(await readUsed(seed)).toBe(4);
    expect(await createMany(seed, 3)).toEqual(['201', EXHAUSTED, EXHAUSTED]);
  });

  it('ends the limit at once', async () => {
    const seed = await seedOrganisation(server.context, { plan: 'free' });
    await createMany(seed, 5);
    expect(outcomeOf(await create(seed))).toBe(EXHAUSTED);
    await setSubscription(server.context, {
      organisationId: seed.organisationId,
      changes: { plan: 'enterprise' },
    });
    expect(outcomeOf(await create(seed))).toBe('201');
  });

  it('to free holds for a creation that began before it and ends after it', async () => {
    const seed = await seedOrganisation(server.context, { plan: 'pro' });
    await createMany(seed, 5);
    const operator = await server.context.database.pool.connect();
    try {
      // Holds the statements of setSubscription open while a creation begins.
      await operator.query('begin');
      await operator.query('select 1 from organisations where id = $1 for update', [seed.organisationId]);
      const creation = create(seed);
      await waitForLock(server.context);
      const change = `update organisations set plan = 'free', inspections_used = 5 where id = $1`;
      await operator.query(change, [seed.organisationId]);
      await operator.query('commit');
      expect(outcomeOf(await creation)).toBe(EXHAUSTED);
    } finally {
      operator.release();
    }
    expect(await countSessions(seed)).toBe(5);
  });

  it('or its being past due, while creations run: never one too many, never one refused that is paid for', async () => {
    const seed = await seedOrganisation(server.context, { plan: 'pro' });
    await createMany(seed, 5);
    const windows: Window[] = [{ ...span(), outcome: '201' }];
    const creations: Creation[] = [];
    const createOne = async () => {
      const creation = { ...span(), outcome: '' };
      creation.outcome = outcomeOf(await create(seed));
      creation.endMs = performance.now();
      creations.push(creation);
    };
    let isOver = false;
    const creators = Array.from({ length: 3 }, async () => {
      while (!isOver) await createOne();
    });
    for (const [changes, outcome] of [...CHANGES, ...CHANGES, ...CHANGES]) {
      const begun = performance.now();
      await setSubscription(server.context, { organisationId: seed.organisationId, changes });
      windows.at(-1)!.endMs = performance.now();
      windows.push({ startMs: begun, endMs: Infinity, outcome });
      // This creation, at least, lies wholly within the window.
      await createOne();
    }
    isOver = true;
    await Promise.all(creators);
    const unlikely = creations.filter(({ startMs, endMs, outcome }) => {
      const inForce = windows.filter((window) => window.startMs <= endMs && window.endMs >= startMs);
      return !inForce.some((window) => window.outcome === outcome);
    });
    expect(unlikely).toEqual([]);
    const admitted = creations.filter(({ outcome }) => outcome === '201');
    expect(await countSessions(seed)).toBe(5 + admitted.length);
    await setSubscription(server.context, { organisationId: seed.organisationId, changes: { plan: 'free' } });
    expect(await readUsed(seed)).toBe(5 + admitted.length);
  });

  it('is undefined for an organisation that is missing', async () => {
    expect(
      await setSubscription(server.context, { organisationId: MISSING_ID, changes: { plan: 'free' } }),
    ).toBeUndefined();
  });
});

describe('a subscription that is past due or canceled', () => {
  it('blocks creation, and nothing else', async () => {
    const seed = await seedOrganisation(server.context);
    const client = server.clientOf(seed.apiKey);
    const { id } = await client.sessions.create({ notes: 'before' });
    const setStatus = (subscription_status: SubscriptionStatus) =>
      setSubscription(server.context, {
        organisationId: seed.organisationId,
        changes: { subscription_status },
      });
    await setStatus('past_due');
    expect(outcomeOf(await create(seed))).toBe(PAST_DUE);
    expect((await client.sessions.list({})).data).toHaveLength(1);
    expect((await client.sessions.update(id, { notes: 'changed' })).notes).toBe('changed');
    expect((await client.sessions.end(id)).status).toBe('closed');
    await setStatus('canceled');
    const canceled = await create(seed);
    expect([outcomeOf(canceled), canceled.body.detail]).toEqual([
      PAST_DUE,
      'The subscription was canceled. Take a plan, then create the session again.',
    ]);
    for (const status of ['trialing', 'active'] as const) {
      await setStatus(status);
      expect(outcomeOf(await create(seed))).toBe('201');
    }
  });

  it('comes before the other reasons: it is what must be mended first', async () => {
    const seed = await seedOrganisation(server.context, { plan: 'free' });
    await createMany(seed, 5);
    await setSubscription(server.context, {
      organisationId: seed.organisationId,
      changes: { subscription_status: 'past_due' },
    });
    expect(outcomeOf(await create(seed, { campaign: MISSING_ID }))).toBe(PAST_DUE);
  });
});
