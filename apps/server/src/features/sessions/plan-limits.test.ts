import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setPlan } from '../organisations/set-plan.ts';
import { updateOrganisation } from '../organisations/update-organisation.ts';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { seedOrganisation, type Seed } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { waitForLock } from '../../testing/wait-for-lock.ts';

const EXHAUSTED = '402 billing.free_plan_minutes_exhausted';
const PAST_DUE = '402 billing.subscription_past_due';
const MISSING_ID = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = ({ apiKey }: Seed, body: object = {}) => callApi(server, 'POST /sessions', { apiKey, body });
const createMany = async (seed: Seed, count: number, body: object = {}) =>
  (await Promise.all(Array.from({ length: count }, () => create(seed, body)))).map(outcomeOf).sort();
const countSessions = ({ organisationId }: Seed) =>
  server.context.database.prisma.session.count({ where: { organisation_id: organisationId } });
const readUsed = async ({ organisationId: id }: Seed) =>
  (await server.context.database.prisma.organisation.findUniqueOrThrow({ where: { id } })).inspections_used;

describe.each(['free', 'pilot'] as const)('the plan %s', (plan) => {
  it('admits exactly 5 of 40 parallel creations', async () => {
    const seed = await seedOrganisation(server.context, { plan });
    expect(await createMany(seed, 40)).toEqual([
      ...Array<string>(5).fill('201'),
      ...Array<string>(35).fill(EXHAUSTED),
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

describe('a change of the plan', () => {
  it('starts a limited plan with the sessions there are', async () => {
    const seed = await seedOrganisation(server.context, { plan: 'pro' });
    await createMany(seed, 4);
    await setPlan(server.context, { organisationId: seed.organisationId, plan: 'pilot' });
    expect(await readUsed(seed)).toBe(4);
    expect(await createMany(seed, 3)).toEqual(['201', EXHAUSTED, EXHAUSTED]);
  });

  it('ends the limit at once', async () => {
    const seed = await seedOrganisation(server.context, { plan: 'free' });
    await createMany(seed, 5);
    expect(outcomeOf(await create(seed))).toBe(EXHAUSTED);
    await setPlan(server.context, { organisationId: seed.organisationId, plan: 'enterprise' });
    expect(outcomeOf(await create(seed))).toBe('201');
  });

  it('to free holds for a creation that began before it and ends after it', async () => {
    const seed = await seedOrganisation(server.context, { plan: 'pro' });
    await createMany(seed, 5);
    const operator = await server.context.database.pool.connect();
    try {
      // What setPlan does, held open while a creation begins.
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

  it('is undefined for an organisation that is missing', async () => {
    expect(await setPlan(server.context, { organisationId: MISSING_ID, plan: 'free' })).toBeUndefined();
  });
});

describe('a subscription that is past due', () => {
  it('blocks creation, and nothing else', async () => {
    const seed = await seedOrganisation(server.context);
    const client = server.clientOf(seed.apiKey);
    const { id } = await client.sessions.create({ notes: 'before' });
    const setStatus = (subscription_status: 'active' | 'past_due') =>
      updateOrganisation(server.context, {
        organisationId: seed.organisationId,
        changes: { subscription_status },
      });
    await setStatus('past_due');
    expect(outcomeOf(await create(seed))).toBe(PAST_DUE);
    expect((await client.sessions.list({})).data).toHaveLength(1);
    expect((await client.sessions.update(id, { notes: 'changed' })).notes).toBe('changed');
    expect((await client.sessions.end(id)).status).toBe('closed');
    await setStatus('active');
    expect(outcomeOf(await create(seed))).toBe('201');
  });

  it('comes before the other reasons: it is what must be mended first', async () => {
    const seed = await seedOrganisation(server.context, { plan: 'free' });
    await createMany(seed, 5);
    await updateOrganisation(server.context, {
      organisationId: seed.organisationId,
      changes: { subscription_status: 'past_due' },
    });
    expect(outcomeOf(await create(seed, { campaign: MISSING_ID }))).toBe(PAST_DUE);
  });
});
