import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { joinByLink } from '../../../testing/join-by-link.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import {
  startWebhookServer,
  type Received,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';

let server: WebhookServer;
let client: WebhookServer['client'];
let organisationId: string;
let receiver: WebhookReceiver;

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, organisationId, receiver } = await server.openTenant());
});

const prisma = () => server.context.database.prisma;
const deliver = () => runDueJobs(server.context);
const refusalOf = (call: PromiseLike<unknown>) => Promise.resolve(call).catch((error: unknown) => error);
const listRows = () =>
  prisma().webhookEndpoint.findMany({ where: { organisation_id: organisationId }, orderBy: { url: 'asc' } });
const eventOf = ({ body }: Received) =>
  JSON.parse(body) as { type: string; sequence: number; endpoint: string; data: { id: string } };
const typesAt = ({ deliveries }: WebhookReceiver) => deliveries.map((delivery) => eventOf(delivery).type);

describe('the rows', () => {
  test('one per URL, with the types that it gets', async () => {
    const { id } = await client.v1.inspections.create({
      callbacks: {
        'session.joined': 'https://example.com/a',
        'session.completed': 'https://example.com/b',
        'session.anchored': 'https://example.com/a',
      },
    });
    expect(await listRows()).toMatchObject([
      { session_id: id, url: 'https://example.com/a', event_types: ['session.joined', 'session.anchored'] },
      { session_id: id, url: 'https://example.com/b', event_types: ['session.completed'] },
    ]);
  });

  test('none without callbacks, and no secret is made for nothing', async () => {
    await client.v1.inspections.create();
    await client.v1.inspections.create({ callbacks: {} });
    expect(await listRows()).toEqual([]);
    const organisation = await prisma().organisation.findUniqueOrThrow({ where: { id: organisationId } });
    expect(organisation.callback_secret_sealed).toBeNull();
  });

  test('a replay adds none', async () => {
    const body = { callbacks: { 'session.joined': 'https://example.com/a' } };
    await client.v1.inspections.create(body, { idempotencyKey: 'once' });
    await client.v1.inspections.create(body, { idempotencyKey: 'once' });
    expect(await listRows()).toHaveLength(1);
  });

  test('nobody is pinged', async () => {
    await client.v1.inspections.create({ callbacks: { 'session.joined': receiver.url } });
    await deliver();
    expect([receiver.probes, receiver.deliveries]).toEqual([[], []]);
  });
});

describe('400', () => {
  test.each([
    ['plain http', 'http://example.com/hooks', 'blocked_url'],
    ['an address of the link itself', 'https://169.254.169.254/latest', 'blocked_address'],
    ['a port of another protocol', 'https://example.com:25/', 'blocked_url'],
    ['what is no URL', 'hooks', 'blocked_url'],
  ])('refuses %s as an endpoint would, names the type, and makes nothing', async (_, url, code) => {
    const callbacks = { 'session.joined': 'https://example.com/fine', 'session.completed': url };
    expect(await refusalOf(client.v1.inspections.create({ callbacks }))).toMatchObject({
      status: 400,
      code: 'validation_error',
      errors: [{ path: 'body.callbacks.session.completed', code }],
    });
    expect(await listRows()).toEqual([]);
    expect((await client.v1.inspections.list()).data).toEqual([]);
  });

  test.each(['session.exploded', 'ping', ''])('refuses the unknown type %j', async (type) => {
    const callbacks = { [type]: 'https://example.com/hooks' };
    expect(await refusalOf(client.v1.inspections.create({ callbacks }))).toMatchObject({
      status: 400,
      code: 'validation_error',
      errors: [{ path: `body.callbacks.${type}` }],
    });
  });
});

describe('the deliveries', () => {
  test('each gets its own session’s events, of its types, and nothing of any other session', async () => {
    const other = await server.openReceiver();
    const everything = await server.openReceiver();
    await client.webhookEndpoints.create({ url: everything.url });
    const mine = await client.v1.inspections.create({
      callbacks: { 'session.created': receiver.url, 'session.joined': receiver.url },
    });
    const theirs = await client.v1.inspections.create({ callbacks: { 'session.joined': other.url } });
    const plain = await client.v1.inspections.create();
    for (const { join_url } of [theirs, mine, plain]) await joinByLink(join_url);
    await deliver();
    expect(receiver.deliveries.map((each) => [eventOf(each).type, eventOf(each).data.id])).toEqual([
      ['session.created', mine.id],
      ['session.joined', mine.id],
    ]);
    expect(other.deliveries.map((each) => [eventOf(each).type, eventOf(each).data.id])).toEqual([
      ['session.joined', theirs.id],
    ]);
    expect(typesAt(everything).toSorted()).toEqual([
      ...Array<string>(3).fill('session.created'),
      ...Array<string>(3).fill('session.joined'),
    ]);
  });

  test('a session of the public API has none', async () => {
    await client.v1.inspections.create({ callbacks: { 'session.created': receiver.url } });
    await client.sessions.create();
    await deliver();
    expect(receiver.deliveries).toHaveLength(1);
  });

  test('each callback counts its own events, from 1 and without gaps', async () => {
    const sessions = await Promise.all(
      [1, 2, 3].map(() =>
        client.v1.inspections.create({
          callbacks: { 'session.created': receiver.url, 'session.joined': receiver.url },
        }),
      ),
    );
    await Promise.all(sessions.map(({ join_url }) => joinByLink(join_url)));
    await deliver();
    const sequences = Map.groupBy(receiver.deliveries.map(eventOf), ({ endpoint }) => endpoint);
    expect(sequences.size).toBe(3);
    for (const events of sequences.values()) {
      expect(events.map(({ sequence }) => sequence).toSorted()).toEqual([1, 2]);
      expect(new Set(events.map(({ data }) => data.id)).size).toBe(1);
    }
  });

  test('one that fails is tried again by the schedule, with the same id and sequence', async () => {
    receiver.answer(() => ({ status: 500 }));
    await client.v1.inspections.create({ callbacks: { 'session.created': receiver.url } });
    await deliver();
    receiver.answer(() => ({ status: 204 }));
    server.clock.advance(30_000);
    await deliver();
    const [first, second] = receiver.deliveries;
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['svc-delivery-attempt']).toBe('2');
  });
});

describe('beside the endpoints', () => {
  const openCallback = async () => {
    await client.v1.inspections.create({ callbacks: { 'session.created': receiver.url } });
    return (await listRows())[0]!.id;
  };

  test('none is listed, read, changed, deleted, rotated, tested or recovered: 404', async () => {
    const id = await openCallback();
    for (const list of [client.webhookEndpoints.list(), client.v1.webhooks.list()]) {
      expect((await list).data).toEqual([]);
    }
    const since = server.clock.now().toISOString();
    const calls = [
      () => client.webhookEndpoints.get(id),
      () => client.webhookEndpoints.update(id, { active: false }),
      () => client.webhookEndpoints.update(id, { url: receiver.url }),
      () => client.webhookEndpoints.delete(id),
      () => client.webhookEndpoints.test(id),
      () => client.webhookEndpoints.recover(id, { since }),
      () => client.v1.webhooks.rotate(id),
      () => client.v1.webhooks.test(id),
    ];
    for (const call of calls) {
      expect(await refusalOf(call())).toMatchObject({ status: 404, code: 'not_found' });
    }
    expect(receiver.probes).toEqual([]);
  });

  test('the log shows its deliveries, and sends one again', async () => {
    receiver.answer(() => ({ status: 500 }));
    const id = await openCallback();
    await deliver();
    const [delivery] = (await client.webhookEvents.list({ endpoint: id })).data;
    expect(delivery).toMatchObject({ endpoint: id, event_type: 'session.created', status: 'failed' });
    receiver.answer(() => ({ status: 204 }));
    await client.webhookEvents.redeliver(delivery!.id);
    await deliver();
    expect(await client.webhookEvents.get(delivery!.id)).toMatchObject({ status: 'delivered' });
  });

  test('410 stops it; the log says so; a redelivery sets it going again', async () => {
    receiver.answer(() => ({ status: 410 }));
    const { id: sessionId, join_url } = await client.v1.inspections.create({
      callbacks: { 'session.created': receiver.url, 'session.joined': receiver.url },
    });
    await deliver();
    await joinByLink(join_url);
    await deliver();
    expect(typesAt(receiver)).toEqual(['session.created']);
    const [delivery] = (await client.webhookEvents.list()).data;
    const explanation = await client.webhookEvents.explain(delivery!.id);
    expect(explanation).toMatchObject({
      state: 'paused',
      reason: expect.stringContaining('callback was stopped') as string,
    });
    receiver.answer(() => ({ status: 204 }));
    await client.webhookEvents.redeliver(delivery!.id);
    await deliver();
    expect(typesAt(receiver)).toEqual(['session.created', 'session.created']);
    await client.participants.create(sessionId).then((invite) => joinByLink(invite.join_url));
    await deliver();
    expect(typesAt(receiver).at(-1)).toBe('session.joined');
  });

  test('a redelivery of what waits since it was stopped sets it going, too', async () => {
    const { id } = await client.v1.inspections.create({ callbacks: { 'session.created': receiver.url } });
    await server.context.database.pool.query(
      'update webhook_endpoints set active = false where session_id = $1',
      [id],
    );
    await deliver();
    expect(typesAt(receiver)).toEqual([]);
    const [delivery] = (await client.webhookEvents.list()).data;
    expect(await client.webhookEvents.redeliver(delivery!.id)).toMatchObject({ status: 'pending' });
    await deliver();
    expect(typesAt(receiver)).toEqual(['session.created']);
  });

  test('five days of failure stop it, and nobody gets a message', async () => {
    receiver.answer(() => ({ status: 500 }));
    const id = await openCallback();
    await deliver();
    server.clock.advance(6 * 86_400_000);
    server.post.emails.length = 0;
    const ran = await deliver();
    expect(ran).toContain('report-disabled-endpoint');
    expect((await listRows())[0]).toMatchObject({ id, active: false });
    expect(server.post.emails).toEqual([]);
  });
});
