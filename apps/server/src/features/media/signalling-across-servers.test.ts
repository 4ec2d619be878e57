import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectSignalling, type SignallingClient } from '../../testing/connect-signalling.ts';
import { createCredential } from '../../testing/create-credential.ts';
import { revokeCredential } from '../../testing/revoke-credential.ts';
import { startSecondServer, type SecondServer } from '../../testing/start-second-server.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { CHANNEL } from './exports/room-event.ts';
import { describeMediaConnection } from '../../platform/media-connection.ts';

let first: TestServer;
let second: SecondServer;
let sessionId: string;
beforeAll(async () => {
  first = await startTestServer();
  second = await startSecondServer(first, { beatMs: 50 });
});
afterAll(async () => {
  await second.close();
  await first.close();
});
beforeEach(async () => {
  sessionId = (await first.client.sessions.create({})).id;
});

const OFFER = { type: 'offer', sdp: `v=0 ${'a='.repeat(10_000)}` };
const candidate = (n: number) => ({ type: 'candidate', candidate: { candidate: `candidate:${n}` } });

const enter = async (baseUrl: string, name: string): Promise<SignallingClient> => {
  const identity = `operator-${name}`;
  const { organisationId } = first.seed;
  const { token } = describeMediaConnection(first.context, {
    organisationId,
    sessionId,
    role: 'operator',
    identity,
    credentialId: first.seed.credentialId,
  });
  return connectSignalling(baseUrl, { token });
};

const enterBoth = async () => {
  const a = await enter(first.baseUrl, 'a');
  expect(await a.next()).toMatchObject({ type: 'welcome', peers: [] });
  const b = await enter(second.baseUrl, 'b');
  expect((await b.next()).peers).toEqual([{ identity: 'operator-a', role: 'operator' }]);
  expect(await a.next()).toEqual({ type: 'peer_joined', identity: 'operator-b', role: 'operator' });
  return { a, b };
};

const createOperator = () =>
  createCredential(first.context, {
    organisationId: first.seed.organisationId,
    name: '',
    scopes: ['sessions:read', 'sessions:write'],
    operatorEmail: 'ada@example.com',
  });

const closeAll = (...clients: SignallingClient[]) => Promise.all(clients.map((client) => client.close()));

const lastSignal = (count: number) =>
  vi.waitFor(async () => {
    const where = { room: sessionId, event: { contains: '"signal"' } };
    const kept = await first.context.database.prisma.mediaSignal.findMany({ where, orderBy: { id: 'asc' } });
    expect(kept).toHaveLength(count);
    return kept.at(-1)!;
  }, 30_000);

const endBackends = (where: string) =>
  first.context.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and ${where}`,
  );

describe('peers on two servers', () => {
  it('exchange signals larger than a NOTIFY, each once and in order', async () => {
    const { a, b } = await enterBoth();
    a.send(OFFER);
    for (let n = 0; n < 100; n++) a.send(candidate(n));
    expect(await b.next()).toEqual({ ...OFFER, from: 'operator-a' });
    for (let n = 0; n < 100; n++) expect(await b.next()).toEqual({ ...candidate(n), from: 'operator-a' });
    b.send({ type: 'bye' });
    expect(await a.next()).toEqual({ type: 'bye', from: 'operator-b' });
    expect([a.waiting(), b.waiting()]).toEqual([[], []]);
    await b.close();
    expect(await a.next()).toEqual({ type: 'peer_left', identity: 'operator-b' });
    await a.close();
  });

  it('hear one of three once, wherever it is', async () => {
    const { a, b } = await enterBoth();
    const c = await enter(first.baseUrl, 'c');
    await Promise.all([a, b, c].map((client) => client.next()));
    c.send({ type: 'bye' });
    for (const client of [a, b]) expect(await client.next()).toEqual({ type: 'bye', from: 'operator-c' });
    a.send({ ...OFFER, to: 'operator-b' });
    expect(await b.next()).toEqual({ ...OFFER, from: 'operator-a' });
    expect([a, b, c].map((client) => client.waiting())).toEqual([[], [], []]);
    await closeAll(a, b, c);
  });

  it('that enter at once all learn of each other', async () => {
    const names = ['1', '2', '3', '4', '5', '6', '7', '8'];
    const clients = await Promise.all(names.map((name, at) => enter([first, second][at % 2]!.baseUrl, name)));
    const known = await Promise.all(
      clients.map(async (client) => {
        const peers = ((await client.next()).peers as { identity: string }[]).map(({ identity }) => identity);
        while (peers.length < 7) peers.push((await client.next()).identity as string);
        return peers.sort();
      }),
    );
    known.forEach((peers, at) =>
      expect(peers).toEqual(names.map((name) => `operator-${name}`).filter((_, other) => other !== at)),
    );
    expect(clients.flatMap((client) => client.waiting())).toEqual([]);
    await closeAll(...clients);
  });

  it('are stored together when they come together: 400 signals of four peers in fewer than 200 statements, none out of its order', async () => {
    const names = ['1', '2', '3', '4'];
    const speakers = await Promise.all(names.map((name) => enter(first.baseUrl, name)));
    for (const speaker of speakers) expect((await speaker.next()).type).toBe('welcome');
    const hearer = await enter(second.baseUrl, 'hearer');
    expect((await hearer.next()).type).toBe('welcome');
    const query = vi.spyOn(pg.Client.prototype, 'query');
    for (let n = 0; n < 100; n++) for (const speaker of speakers) speaker.send(candidate(n));
    const heard = await Promise.all(Array.from({ length: 400 }, () => hearer.next()));
    const saidBy = (name: string) => heard.filter(({ from }) => from === `operator-${name}`);
    const said = Array.from({ length: 100 }, (_, n) => candidate(n));
    for (const name of names) expect(saidBy(name)).toMatchObject(said);
    const stored = query.mock.calls.filter((call) => JSON.stringify(call[0]).includes('with told as'));
    query.mockRestore();
    expect([stored.length > 0, stored.length < 200]).toEqual([true, true]);
    await closeAll(hearer, ...speakers);
  });

  it('are let go on both when the session ends on one', async () => {
    const { a, b } = await enterBoth();
    await first.client.sessions.end(sessionId);
    const ended = { code: 4410, reason: 'session_ended' };
    expect([await a.closed, await b.closed]).toEqual([ended, ended]);
  });

  it('never stay in a room that ends while they enter', async () => {
    for (let round = 0; round < 10; round++) {
      const session = await first.client.sessions.create({});
      sessionId = session.id;
      const entering = [enter(first.baseUrl, 'a'), enter(second.baseUrl, 'b'), enter(second.baseUrl, 'c')];
      await first.client.sessions.end(sessionId);
      for (const client of await Promise.all(entering)) {
        expect(await client.closed).toEqual({ code: 4410, reason: 'session_ended' });
      }
    }
  });

  it('never stay in a room by an API key that is revoked while they enter', async () => {
    const ends: string[] = [];
    for (let round = 0; round < 10; round++) {
      const { id, api_key } = await createOperator();
      const sessions = [await first.client.sessions.create({}), await first.client.sessions.create({})];
      const operator = first.clientOf(api_key);
      const tokens = await Promise.all(
        sessions.map(async (session) => (await operator.sessions.createMediaConnection(session.id)).token),
      );
      const entering = [first, second].map(({ baseUrl }, at) =>
        connectSignalling(baseUrl, { token: tokens[at]! }),
      );
      await sleep(round * 2);
      await revokeCredential(first.context, { credentialId: id });
      for (const client of await Promise.all(entering)) ends.push((await client.closed).reason);
    }
    expect(new Set(ends)).toEqual(new Set(['unauthenticated']));
  });

  it('take the place of their own connection on the other', async () => {
    const { a, b } = await enterBoth();
    const again = await enter(second.baseUrl, 'a');
    expect(await a.closed).toEqual({ code: 4409, reason: 'replaced' });
    expect((await again.next()).peers).toEqual([{ identity: 'operator-b', role: 'operator' }]);
    expect(await b.next()).toMatchObject({ type: 'peer_joined', identity: 'operator-a' });
    again.send(OFFER);
    expect(await b.next()).toEqual({ ...OFFER, from: 'operator-a' });
    await closeAll(again, b);
  });
});

describe('when the connection that listens breaks', () => {
  it('what was said meanwhile arrives, once and in order', async () => {
    const { a, b } = await enterBoth();
    for (let round = 0; round < 3; round++) {
      await endBackends(`query ~ '^\\s*(listen|with beaten)'`);
      for (let n = 0; n < 20; n++) a.send(candidate(n));
      for (let n = 0; n < 20; n++) expect(await b.next()).toEqual({ ...candidate(n), from: 'operator-a' });
      b.send({ type: 'bye' });
      expect(await a.next()).toEqual({ type: 'bye', from: 'operator-b' });
    }
    expect([a.waiting(), b.waiting()]).toEqual([[], []]);
    await closeAll(a, b);
  });

  it('what was said meanwhile comes before what is announced in one read with the answer to LISTEN', async () => {
    const { a, b } = await enterBoth();
    const { direct } = second.context.database;
    const connect = direct.connect.bind(direct) as () => Promise<pg.PoolClient>;
    const announceAtOnce = async () => {
      const client = await connect();
      const query = client.query.bind(client) as (text: string) => Promise<unknown>;
      const listen = async (...call: [string]): Promise<unknown> => {
        if (!call[0].startsWith('listen')) return query(...call);
        for (let n = 0; n < 3; n++) a.send(candidate(n));
        const { id, origin } = await lastSignal(3);
        const done = await query(...call);
        const payload = JSON.stringify({ id: String(id), room: sessionId, origin });
        client.emit('notification', { channel: CHANNEL, payload, processId: 0 });
        return done;
      };
      return Object.assign(client, { query: listen });
    };
    const spy = vi.spyOn(direct, 'connect').mockImplementationOnce(announceAtOnce as never);
    await vi.waitFor(async () => {
      await endBackends(`query ~ '^\\s*(listen|with beaten)'`);
      expect(spy).toHaveBeenCalled();
    }, 10_000);
    for (let n = 0; n < 3; n++) expect(await b.next()).toEqual({ ...candidate(n), from: 'operator-a' });
    await closeAll(a, b);
  });

  it('an end that was told meanwhile still closes the room', async () => {
    const { a, b } = await enterBoth();
    await endBackends(`query ~ '^\\s*(listen|with beaten)'`);
    await first.client.sessions.end(sessionId);
    expect([(await a.closed).code, (await b.closed).code]).toEqual([4410, 4410]);
  });

  it('as in a restart of the database, the peers talk on', async () => {
    const { a, b } = await enterBoth();
    await endBackends('true');
    // A signal may meet a connection that the restart broke; the sender is told, and sends it again.
    const arrival = b.next();
    let answer;
    for (let n = 0; n < 50 && answer?.type !== 'candidate'; n++) {
      a.send(candidate(n));
      answer = await Promise.race([arrival, a.next()]);
    }
    expect(answer).toMatchObject({ type: 'candidate', from: 'operator-a' });
    await closeAll(a, b);
  });
});

describe('a beat', () => {
  it('takes peers out whose process died without a word', async () => {
    const { a, b } = await enterBoth();
    await first.context.database.pool.query(
      `insert into media_peers values ($1, 'operator-gone', 'operator', gen_random_uuid(), now() - interval '31 s')`,
      [sessionId],
    );
    for (const client of [a, b]) {
      expect(await client.next()).toEqual({ type: 'peer_left', identity: 'operator-gone' });
    }
    await closeAll(a, b);
  });

  it('keeps those that are there', async () => {
    const { a, b } = await enterBoth();
    const { pool } = first.context.database;
    await pool.query(`update media_peers set seen_at = now() - interval '29 s' where room = $1`, [sessionId]);
    const silence = `select extract(epoch from now() - seen_at) as s from media_peers where identity = 'operator-b' and room = $1`;
    await expect
      .poll(async () => Number((await pool.query<{ s: string }>(silence, [sessionId])).rows[0]?.s))
      .toBeLessThan(10);
    await closeAll(a, b);
  });

  it('closes the place of an operator whose API key has expired, and of nobody else', async () => {
    const { organisationId } = first.seed;
    const { id, api_key } = await createOperator();
    const { a, b } = await enterBoth();
    const { token } = await first.clientOf(api_key).sessions.createMediaConnection(sessionId);
    const expiring = await connectSignalling(second.baseUrl, { token });
    expect((await expiring.next()).type).toBe('welcome');
    await first.context.database.pool.query(
      `update credentials set expires_at = now() where organisation_id = $1 and id = $2`,
      [organisationId, id],
    );
    const refusal = { code: 4401, reason: 'unauthenticated' };
    expect(await expiring.closed).toEqual(refusal);
    expect(await (await connectSignalling(second.baseUrl, { token })).closed).toEqual(refusal);
    expect(b.socket.readyState).toBe(b.socket.OPEN);
    await closeAll(a, b);
  });

  it('asks peers to connect again whose rows a crash of the database wiped out', async () => {
    const { a, b } = await enterBoth();
    await first.context.database.pool.query('truncate media_peers, media_signals');
    expect(await b.closed).toEqual({ code: 1012, reason: 'reconnect' });
    await a.close();
  });
});
