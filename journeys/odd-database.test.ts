import { randomBytes } from 'node:crypto';
import { FieldInspection } from '@field-inspection/sdk';
import { joinByLink } from '@field-inspection/server/testing/join-by-link';
import { openDevice } from '@field-inspection/server/testing/join-session';
import { MORE_ODD_SETTINGS, ODD_SETTINGS, setOddly } from '@field-inspection/server/testing/odd-settings';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { runAdmin } from '@field-inspection/server/testing/run-admin';
import { seedWebhookEndpoint } from '@field-inspection/server/testing/seed-webhook-endpoint';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openWebhookReceiver } from './open-webhook-receiver.ts';
import { connect } from './pooler/open-pooled-world.ts';

const SUFFIX = randomBytes(4).toString('hex');
const OWNER = `odd_owner_${SUFFIX}`;
const SERVICE = `odd_service_${SUFFIX}`;
const DATABASE = `odd_${SUFFIX}`;

/** Defaults so short that no statement would end and no connection stay. */
const SHORT = {
  statement_timeout: '1',
  lock_timeout: '1',
  idle_in_transaction_session_timeout: '1',
  idle_session_timeout: '100',
};

let superuser: pg.Client;
let world: ProcessWorld;
let server: SpawnedServer;
let client: FieldInspection;
let env: Record<string, string>;

beforeAll(async () => {
  superuser = await connect(inject('postgresUrl'));
  for (const role of [OWNER, SERVICE]) await superuser.query(`create role ${role} login password 'secret'`);
  await superuser.query(`create database ${DATABASE} owner ${OWNER}`);
  const inside = await connect(urlOf(new URL(inject('postgresUrl')).username));
  for (const role of [OWNER, SERVICE]) await inside.query(`create schema ${role} authorization ${role}`);
  await inside.end();
  await superuser.query(
    setOddly(`database ${DATABASE}`, { ...ODD_SETTINGS, ...MORE_ODD_SETTINGS, ...SHORT }),
  );
  await superuser.query(
    setOddly(`role ${OWNER}`, { ...SHORT, DateStyle: 'German', search_path: `${OWNER}, pg_catalog` }),
  );
  await superuser.query(
    setOddly(`role ${SERVICE}`, { ...SHORT, DateStyle: 'Postgres, DMY', search_path: SERVICE }),
  );
  env = { DATABASE_URL: urlOf(SERVICE), DATABASE_OWNER_URL: urlOf(OWNER) };
  expect(await runAdmin(env, 'organisation', 'list', '--json')).toMatchObject({
    exitCode: 0,
    stdout: '[]\n',
  });
  world = await openProcessWorld(Promise.resolve({ databaseUrl: urlOf(SERVICE), drop }));
  server = await world.spawn('all', { DATABASE_OWNER_URL: urlOf(OWNER), RATE_WINDOW: '3600' });
  client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: server.baseUrl, maxRetries: 0 });
});
afterAll(() => world?.close());

const drop = async () => {
  await superuser.query(`drop database ${DATABASE} with (force)`);
  for (const role of [OWNER, SERVICE]) await superuser.query(`drop role ${role}`);
  await superuser.end();
};

const urlOf = (role: string): string => {
  const url = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${DATABASE}` });
  return role === url.username ? url.href : Object.assign(url, { username: role, password: 'secret' }).href;
};

describe('on a database whose defaults are all odd', () => {
  it('the migrations made every table in public, and none in a schema named like a role', async () => {
    const { rows } = await world.context.database.pool.query<{ schema: string }>(`
      select distinct nspname as schema
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'f') and nspname !~ '^pg_' and nspname <> 'information_schema'
      order by 1
    `);
    expect(rows.map(({ schema }) => schema)).toEqual(['graphile_worker', 'public']);
  });

  it('a session is created, joined, filled with evidence and ended, its times and places are exact, its chain freezes, its report is ready, and its webhooks arrive', async () => {
    const receiver = await openWebhookReceiver(world);
    await seedWebhookEndpoint(world.context, { ...world.seed, url: receiver.urlOf('/') });
    const scheduled = new Date(Date.now() + 3_600_000).toISOString();
    const { id, created_at, scheduled_for } = await client.sessions.create({
      notes: 'Dach \\ Süd',
      scheduled_for: scheduled,
    });
    expect(scheduled_for).toBe(scheduled);
    expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(600_000);
    const invite = await client.participants.create(id, { recipient_first_name: "O'Hara \\" });
    const joined = await joinByLink(invite.join_url);
    expect(joined.status).toBe(200);
    const device = openDevice(server.baseUrl, {
      sessionId: id,
      participantId: invite.id,
      token: joined.body.field_session_token,
      rejoin: () => Promise.reject(new Error('once is enough')),
    });
    await device.call('PATCH', '/consent', { camera: 'granted', gps: 'granted' });
    const capturedAt = '2026-11-04T03:02:01.123Z';
    const query = `captured_at=${capturedAt}&lat=45.458333333333336&lon=9.19`;
    const photo = await device.send(`/photos?${query}`, await takePhoto(), { 'content-type': 'image/jpeg' });
    expect(photo).toMatchObject({
      status: 201,
      body: { captured_at: capturedAt, gps: { lat: 45.4583333, lon: 9.19 } },
    });
    await client.sessions.end(id);
    const session = await client.sessions.get(id);
    expect(session).toMatchObject({
      status: 'closed',
      notes: 'Dach \\ Süd',
      scheduled_for: scheduled,
      created_at,
    });
    const types = () => receiver.arrivals.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    await expect
      .poll(types, { timeout: 120_000 })
      .toEqual(expect.arrayContaining(['session.created', 'session.evidence.captured', 'session.completed']));
    const chain = await world.context.database.prisma.auditChain.findFirst({ where: { session_id: id } });
    expect(chain?.frozen_at).toBeInstanceOf(Date);
    await receiver.close();
  });

  it('of 90 writes, ten at once, each is done, and every page of the list comes', async () => {
    const ids: string[] = [];
    for (let round = 0; round < 9; round++) {
      const made = await Promise.all(Array.from({ length: 10 }, () => client.sessions.create({})));
      ids.push(...made.map(({ id }) => id));
    }
    const listed: string[] = [];
    for await (const { id } of client.sessions.list({ limit: 20 })) listed.push(id);
    expect(listed).toEqual(expect.arrayContaining(ids));
    expect(listed).toHaveLength(91);
  });

  it('the doctor says what was set, and that nothing of it is wrong; a default that lets nothing be written is wrong', async () => {
    const examine = async () => {
      const settings = {
        ...env,
        BASE_URL: 'https://localhost',
        MASTER_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
        SMTP_URL: 'smtp://127.0.0.1:1',
      };
      const { stdout } = await runAdmin(settings, 'doctor', '--json');
      const findings = JSON.parse(stdout) as { part: string; state: string; words: string }[];
      return findings.filter(({ part }) => part === 'database' || part === 'owner');
    };
    const findings = await examine();
    expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
    for (const part of ['database', 'owner'])
      expect(findings).toContainEqual({
        part,
        state: 'ok',
        words: expect.stringMatching(/^Others have set DateStyle, .*search_path/) as string,
      });
    await superuser.query(`alter role ${OWNER} set default_transaction_read_only = on`);
    expect(await examine()).toContainEqual({
      part: 'owner',
      state: 'wrong',
      words: expect.stringMatching(/^default_transaction_read_only is on: nothing can be written/) as string,
    });
    await superuser.query(`alter role ${OWNER} reset default_transaction_read_only`);
  });
});
