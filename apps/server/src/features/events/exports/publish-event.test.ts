import type { Session } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { waitForLock } from '../../../testing/wait-for-lock.ts';
import { publishEvent, type NewEvent } from './publish-event.ts';

let server: TestServer;
let session: Session;
beforeAll(async () => {
  server = await startTestServer();
  session = (await server.client.sessions.create({ notes: 'roof' })) as Session;
});
afterAll(() => server.close());

type Endpoint = { event_types?: string[]; active?: boolean; deleted_at?: Date; session_id?: string };

const addEndpoint = async (organisationId: string, endpoint: Endpoint = {}): Promise<string> => {
  const id = server.context.ids.next();
  await server.context.database.prisma.webhookEndpoint.create({
    data: {
      organisation_id: organisationId,
      id,
      url: 'https://example.com/hooks',
      description: '',
      secret_sealed: '',
      event_types: [],
      created_at: server.clock.now(),
      ...endpoint,
    },
  });
  return id;
};

const publish = (organisationId: string, ...types: NewEvent['type'][]) =>
  server.context.transact(async (tx) => {
    for (const type of types) {
      publishEvent(server.context, tx, {
        organisationId,
        type,
        data: session,
        sessionId: session.id,
      } as NewEvent);
    }
  });

const listDeliveries = (endpointId: string) =>
  server.context.database.prisma.webhookDelivery.findMany({
    where: { endpoint_id: endpointId },
    orderBy: { sequence: 'asc' },
  });
const typesTo = async (endpointId: string) =>
  (await listDeliveries(endpointId)).map(({ event_type }) => event_type);
const sequencesOf = async (endpointId: string) =>
  (await listDeliveries(endpointId)).map(({ sequence }) => Number(sequence));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('publishEvent', () => {
  it('numbers the events of each endpoint without gap or double under 50 parallel transactions', async () => {
    const { organisationId } = await seedOrganisation(server.context);
    const all = await addEndpoint(organisationId);
    const created = await addEndpoint(organisationId, { event_types: ['session.created'] });
    const expired = await addEndpoint(organisationId, { event_types: ['session.expired', 'session.signed'] });
    await Promise.all(
      upTo(50).map((index) => publish(organisationId, index % 5 < 3 ? 'session.created' : 'session.expired')),
    );
    expect(await sequencesOf(all)).toEqual(upTo(50));
    expect(await sequencesOf(created)).toEqual(upTo(30));
    expect(await sequencesOf(expired)).toEqual(upTo(20));
    const endpoints = await server.context.database.prisma.webhookEndpoint.findMany({
      where: { organisation_id: organisationId },
    });
    expect(new Map(endpoints.map(({ id, last_sequence }) => [id, Number(last_sequence)]))).toEqual(
      new Map([
        [all, 50],
        [created, 30],
        [expired, 20],
      ]),
    );
  });

  it('gives the sequence in the order of the commits', async () => {
    const { organisationId } = await seedOrganisation(server.context);
    const endpoint = await addEndpoint(organisationId);
    for (const type of ['session.created', 'session.expired', 'session.created'] as const)
      await publish(organisationId, type);
    expect(await typesTo(endpoint)).toEqual(['session.created', 'session.expired', 'session.created']);
  });

  it('sends two events of one transaction in their order, each endpoint only what it subscribes to', async () => {
    const { organisationId } = await seedOrganisation(server.context);
    const all = await addEndpoint(organisationId);
    const expired = await addEndpoint(organisationId, { event_types: ['session.expired'] });
    await publish(organisationId, 'session.created', 'session.expired');
    await publish(organisationId, 'session.expired', 'session.created');
    expect(await typesTo(all)).toEqual([
      'session.created',
      'session.expired',
      'session.expired',
      'session.created',
    ]);
    expect(await sequencesOf(all)).toEqual([1, 2, 3, 4]);
    expect(await sequencesOf(expired)).toEqual([1, 2]);
  });

  it('sends nothing to an endpoint that is paused, deleted, subscribed to others, or of another organisation', async () => {
    const { organisationId } = await seedOrganisation(server.context);
    const other = await seedOrganisation(server.context);
    const silent = [
      await addEndpoint(organisationId, { active: false }),
      await addEndpoint(organisationId, { deleted_at: server.clock.now() }),
      await addEndpoint(organisationId, { event_types: ['session.expired', 'session.signed'] }),
      await addEndpoint(other.organisationId),
    ];
    const listening = await addEndpoint(organisationId);
    await publish(organisationId, 'session.created');
    for (const id of silent) expect(await listDeliveries(id)).toEqual([]);
    expect(await sequencesOf(listening)).toEqual([1]);
  });

  it('sends nothing to an endpoint that is paused, or leaves the subscription, while the event waits for it', async () => {
    for (const change of ['active = false', "event_types = '{session.signed}'", 'deleted_at = now()']) {
      const { organisationId } = await seedOrganisation(server.context);
      const id = await addEndpoint(organisationId);
      const holder = await server.context.database.pool.connect();
      try {
        await holder.query('begin');
        await holder.query(`update webhook_endpoints set ${change} where id = $1`, [id]);
        const publishing = publish(organisationId, 'session.created');
        await waitForLock(server.context);
        await holder.query('commit');
        await publishing;
      } finally {
        holder.release();
      }
      expect(await listDeliveries(id)).toEqual([]);
    }
  });

  it('sends a callback the events of its own session alone, in whatever transaction others are', async () => {
    const { organisationId } = server.seed;
    const other = (await server.client.sessions.create()) as Session;
    const event_types = ['session.created', 'session.expired'];
    const mine = await addEndpoint(organisationId, { event_types, session_id: session.id });
    const theirs = await addEndpoint(organisationId, { event_types, session_id: other.id });
    await server.context.transact(async (tx) => {
      const publishOf = (type: 'session.created' | 'session.expired', data: Session) =>
        publishEvent(server.context, tx, { organisationId, type, data, sessionId: data.id });
      publishOf('session.created', session);
      publishOf('session.expired', other);
      publishOf('session.expired', session);
      publishEvent(server.context, tx, { organisationId, type: 'session.created', data: session });
    });
    expect([await typesTo(mine), await sequencesOf(mine)]).toEqual([
      ['session.created', 'session.expired'],
      [1, 2],
    ]);
    expect([await typesTo(theirs), await sequencesOf(theirs)]).toEqual([['session.expired'], [1]]);
  });

  it('goes on without a gap after a pause: what happened meanwhile has no number', async () => {
    const { organisationId } = await seedOrganisation(server.context);
    const id = await addEndpoint(organisationId);
    const where = { organisation_id_id: { organisation_id: organisationId, id } };
    await publish(organisationId, 'session.created');
    await server.context.database.prisma.webhookEndpoint.update({ where, data: { active: false } });
    await publish(organisationId, 'session.created');
    await server.context.database.prisma.webhookEndpoint.update({ where, data: { active: true } });
    await publish(organisationId, 'session.created');
    expect(await sequencesOf(id)).toEqual([1, 2]);
  });

  it('makes each delivery due at once, and wakes each endpoint once', async () => {
    const { organisationId } = await seedOrganisation(server.context);
    const endpoints = [await addEndpoint(organisationId), await addEndpoint(organisationId)];
    await publish(organisationId, 'session.created', 'session.expired');
    const { prisma } = server.context.database;
    const where = { organisation_id: organisationId };
    const deliveries = await prisma.webhookDelivery.findMany({ where });
    const now = server.clock.now();
    expect(deliveries.map(({ status, next_attempt_at }) => ({ status, next_attempt_at }))).toEqual(
      Array(4).fill({ status: 'pending', next_attempt_at: now }),
    );
    const queued = await prisma.queuedDelivery.findMany({ where });
    expect(queued.map(({ delivery_id, due_at }) => [delivery_id, due_at]).sort()).toEqual(
      deliveries.map(({ id }) => [id, now]).sort(),
    );
    const wakes = await prisma.dueEndpoint.findMany({ where });
    expect(wakes.map(({ endpoint_id, due_at }) => [endpoint_id, due_at]).sort()).toEqual(
      endpoints.map((id) => [id, now]).sort(),
    );
  });

  it('tells the workers once, when the transaction commits', async () => {
    const { organisationId } = await seedOrganisation(server.context);
    for (let count = 0; count < 23; count++) await addEndpoint(organisationId);
    const listener = await server.context.database.pool.connect();
    let heard = 0;
    listener.on('notification', () => heard++);
    await listener.query('listen webhook_wakes');
    await publish(organisationId, 'session.created', 'session.expired');
    await expect.poll(() => heard).toBe(1);
    await listener.query('select 1');
    expect(heard).toBe(1);
    listener.release(true);
  });

  it('sends the events of several organisations in one transaction each to its own', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => seedOrganisation(server.context)));
    const to = async (organisationId: string) => [organisationId, await addEndpoint(organisationId)] as const;
    const endpoints = [await to(first!.organisationId), await to(second!.organisationId)];
    await server.context.transact(async (tx) => {
      for (const [organisationId] of [...endpoints, ...endpoints, endpoints[0]!]) {
        publishEvent(server.context, tx, { organisationId, type: 'session.created', data: session });
      }
    });
    expect(await Promise.all(endpoints.map(([, id]) => sequencesOf(id)))).toEqual([upTo(3), upTo(2)]);
    for (const [organisation_id, endpoint_id] of endpoints) {
      const deliveries = await listDeliveries(endpoint_id);
      const events = await server.context.database.prisma.event.findMany({ where: { organisation_id } });
      expect(deliveries.map(({ event_id }) => event_id).sort()).toEqual(events.map(({ id }) => id).sort());
    }
  });

  it('keeps the event though nobody listens, with the bytes that every attempt will send', async () => {
    const { organisationId } = await seedOrganisation(server.context);
    await publish(organisationId, 'session.created');
    const { rows } = await server.context.database.pool.query<{ data: string }>(
      'select data::text from events where organisation_id = $1',
      [organisationId],
    );
    expect(rows).toEqual([{ data: JSON.stringify(session) }]);
  });

  it('leaves neither event nor number of a transaction that fails', async () => {
    const { organisationId } = await seedOrganisation(server.context);
    const endpoint = await addEndpoint(organisationId);
    const failing = server.context.transact(async (tx) => {
      publishEvent(server.context, tx, { organisationId, type: 'session.created', data: session });
      throw new Error('told to fail');
    });
    await expect(failing).rejects.toThrow('told to fail');
    await publish(organisationId, 'session.created');
    expect(await sequencesOf(endpoint)).toEqual([1]);
    expect(
      await server.context.database.prisma.event.count({ where: { organisation_id: organisationId } }),
    ).toBe(1);
  });
});
