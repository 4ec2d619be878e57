import { FieldInspection } from '@field-inspection/sdk';
import { joinByLink } from '@field-inspection/server/testing/join-by-link';
import { openDevice } from '@field-inspection/server/testing/join-session';
import { runAdmin } from '@field-inspection/server/testing/run-admin';
import { seedOrganisation } from '@field-inspection/server/testing/seed-organisation';
import { seedWebhookEndpoint } from '@field-inspection/server/testing/seed-webhook-endpoint';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openWebhookReceiver } from './open-webhook-receiver.ts';
import { POOL_SIZE, type PooledWorld, connect, openPooledWorld } from './pooler/open-pooled-world.ts';
import { findPgbouncer } from './pooler/start-pooler.ts';

const program = findPgbouncer();
const WHY_SKIPPED = program ? '' : ' (skipped: no PgBouncer 1.21 or newer; see script/fetch-pgbouncer)';

let world: PooledWorld;
let apis: SpawnedServer[];
let client: FieldInspection;

beforeAll(async () => {
  if (program) world = await openPooledWorld(program, inject('postgresUrl'));
});
afterAll(() => world?.close());

const start = (env: Record<string, string | undefined>, role: 'api' | 'worker' = 'api') =>
  world.spawn(role, { RATE_WINDOW: '3600', ...(env as Record<string, string>) });
const failToStart = (env: Record<string, string | undefined>): Promise<string> =>
  start(env).then(
    () => 'it started',
    (error: Error) => error.message,
  );
const examine = async () => {
  const settings = {
    ...world.env,
    BASE_URL: 'https://localhost',
    MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
  };
  const { stdout } = await runAdmin(settings, 'doctor', '--json');
  const findings = JSON.parse(stdout) as { part: string; state: string; words: string }[];
  return findings.filter(({ part }) => part === 'pooler').map(({ state, words }) => `${state}: ${words}`);
};
const post = (path: string, key: string) =>
  fetch(`${apis[0]!.baseUrl}/api/v1/public${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.seed.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: '{}',
  });

describe.skipIf(!program)(`behind PgBouncer in transaction mode${WHY_SKIPPED}`, () => {
  it('a start without DATABASE_DIRECT_URL, or with one that leads to the pooler, says what to set', async () => {
    const { DATABASE_URL, DATABASE_OWNER_URL } = world.env;
    const [alone, both] = await Promise.all([
      failToStart({ DATABASE_URL, DATABASE_OWNER_URL }),
      failToStart({ ...world.env, DATABASE_DIRECT_URL: `${DATABASE_URL}?application_name=x` }),
    ]);
    const WORDS = 'a pooler that passes no settings on is in between.';
    expect(alone).toContain(`DATABASE_URL: ${WORDS} Set DATABASE_DIRECT_URL`);
    expect(both).toContain(`DATABASE_DIRECT_URL: ${WORDS} Name the database itself`);
  });

  it('the start and the doctor say each statement that the roles lack, and are content once these were run and the pooler keeps what is prepared', async () => {
    const [refusal, findings] = await Promise.all([failToStart(world.env), examine()]);
    const statements = [...refusal.matchAll(/^alter role .*(?=;$)/gm)].map(([statement]) => statement);
    expect(statements).toEqual(world.settings);
    expect(findings.map((line) => line.split(':', 2).join(':'))).toEqual([
      'wrong: DATABASE_URL',
      'wrong: DATABASE_PREPARED_URL',
      'ok: DATABASE_DIRECT_URL',
    ]);
    for (const statement of statements) await world.superuser.query(statement);
    await world.pooler.ask('reconnect');
    const forgetful = await world.startForgetful();
    const servers = Promise.all([start(world.env), start(world.env), start(world.env, 'worker')]);
    expect(await failToStart(forgetful.env)).toMatch(
      /DATABASE_URL: the pooler forgets .*\nDATABASE_PREPARED_URL: the pooler forgets/,
    );
    await forgetful.close();
    apis = (await servers).slice(0, 2);
    expect(await examine()).toEqual([
      'ok: DATABASE_URL: the role has the settings of its pool.',
      'ok: DATABASE_PREPARED_URL: the role has the settings of its pool.',
      'ok: DATABASE_DIRECT_URL: leads to the database itself.',
    ]);
  });

  it('a session is created, joined, filled with evidence and ended, its chain freezes, and its webhooks arrive', async () => {
    const receiver = await openWebhookReceiver(world);
    await seedWebhookEndpoint(world.context, { ...world.seed, url: receiver.urlOf('/') });
    client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: apis[0]!.baseUrl, maxRetries: 0 });
    const { id } = await client.sessions.create({ notes: 'Roof' });
    const invite = await client.participants.create(id, {});
    const joined = await joinByLink(invite.join_url!);
    expect(joined.status).toBe(200);
    const device = openDevice(apis[1]!.baseUrl, {
      sessionId: id,
      participantId: invite.id,
      token: joined.body.field_session_token,
      rejoin: () => Promise.reject(new Error('once is enough')),
    });
    await device.call('PATCH', '/consent', { camera: 'granted', gps: 'granted' });
    const photo = await device.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
    expect(photo.status).toBe(201);
    await client.sessions.end(id);
    const types = () => receiver.arrivals.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    await expect
      .poll(types, { timeout: 60_000 })
      .toEqual(expect.arrayContaining(['session.created', 'session.ended']));
    const isFrozen = async () =>
      (await world.context.database.prisma.auditChain.findFirst({ where: { session_id: id } }))?.frozen_at;
    await expect.poll(isFrozen, { timeout: 90_000 }).toBeInstanceOf(Date);
    await receiver.close();
  });

  it('of 40 calls at once with one key over two processes one makes a session, and the others get its reply', async () => {
    const count = () => world.context.database.prisma.session.count();
    const before = await count();
    const replies = await Promise.all(Array.from({ length: 40 }, () => post('/sessions', 'one-key')));
    for (const { status } of replies) expect([201, 409]).toContain(status);
    expect(await count()).toBe(before + 1);
    const replayed = await post('/sessions', 'one-key');
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(replayed.status).toBe(201);
  });

  it('of 100 calls over a limit of 30 exactly 30 are admitted over two processes', async () => {
    const { apiKey } = await seedOrganisation(world.context, { rateLimit: 30 });
    const list = ({ baseUrl }: SpawnedServer) =>
      fetch(`${baseUrl}/api/v1/public/sessions`, { headers: { authorization: `Bearer ${apiKey}` } });
    const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => list(apis[index % 2]!)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(70);
  });

  it('a write while the pooler has no connection free is refused with 503, and the next is done', async () => {
    const holders = await Promise.all(
      Array.from({ length: POOL_SIZE }, () => connect(world.env.DATABASE_URL)),
    );
    await Promise.all(holders.map((holder) => holder.query('begin')));
    expect((await post('/sessions', 'refused')).status).toBe(503);
    await Promise.all(holders.map((holder) => holder.query('rollback')));
    expect((await post('/sessions', 'refused')).status).toBe(201);
    await Promise.all(holders.map((holder) => holder.end()));
  });

  it('a table that changes under prepared statements fails no request: each is planned anew', async () => {
    const { id } = await client.sessions.create({ notes: 'Roof' });
    const use = async () => {
      const read = await client.sessions.get(id);
      const changed = await client.sessions.update(id, { notes: 'Wall' });
      return [read.notes, changed.notes];
    };
    const owner = await connect(world.env.DATABASE_OWNER_URL);
    for (const type of ['varchar', 'text']) {
      await Promise.all(Array.from({ length: 10 }, use));
      await owner.query(`alter table sessions alter column notes type ${type}`);
      const results = await Promise.all(Array.from({ length: 10 }, use));
      expect(results.every(([, changed]) => changed === 'Wall')).toBe(true);
    }
    await owner.end();
  });

  it('all of that shared the few connections of each role, and prepared its statements once for each', async () => {
    const pools = await world.pooler.ask('show pools');
    const used = pools.filter(({ database }) => database !== 'pgbouncer');
    expect(used.map(({ pool_mode }) => pool_mode)).toEqual(['transaction', 'transaction']);
    for (const pool of used) {
      const sum = (prefix: string) =>
        Object.entries(pool).reduce((all, [name, n]) => all + (name.startsWith(prefix) ? Number(n) : 0), 0);
      expect(sum('sv_')).toBeLessThanOrEqual(POOL_SIZE);
      expect(sum('cl_')).toBeGreaterThan(POOL_SIZE);
    }
    const shared = await connect(world.env.DATABASE_PREPARED_URL);
    const look = async () => {
      // The pooler chooses the connection to look at, perhaps one that has had little to do.
      await client.sessions.create();
      const { rows } = await shared.query<{ most: number; replanned: number; names: boolean }>(`
        select max(generic_plans)::int as most, sum(custom_plans)::int as replanned,
          bool_and(name like 'PGBOUNCER%') as names
        from pg_prepared_statements`);
      expect(rows).toEqual([{ most: expect.any(Number) as number, replanned: 0, names: true }]);
      return rows[0]!.most;
    };
    await expect.poll(look).toBeGreaterThan(3);
    await shared.end();
  });
});
