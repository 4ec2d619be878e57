import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createKeyring } from '../../platform/secrets/keyring.ts';
import { seedWebhookEndpoint } from '../../testing/seed-webhook-endpoint.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { keepKeyNoted, reseal } from './reseal.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

const OLD = { kid: 'test', key: Buffer.alloc(32, 7) };
const NEW = { kid: 'new', key: Buffer.alloc(32, 8) };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const contextWith = (...keys: (typeof OLD)[]) => ({
  ...server.context,
  keyring: createKeyring(keys, server.context.random),
});

const resealNow = (...keys: (typeof OLD)[]) => reseal(contextWith(...keys), { watchMs: 0 });

const note = async (key: typeof OLD) => {
  const data = {
    kid: key.kid,
    proof: contextWith(key).keyring.prove(key.kid)!,
    first_used_at: server.clock.now(),
  };
  const { masterKey } = server.context.database.prisma;
  await masterKey.upsert({ where: { kid: key.kid }, create: data, update: data });
};

describe('reseal', () => {
  it('knows every column of the schema whose name says that it is sealed', async () => {
    const { rows } = await server.context.database.pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name like '%\\_sealed' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(
      SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted(),
    );
  });

  it('seals nothing and forgets no key while no server has started with the first key, or it is another by its id', async () => {
    const { organisationId } = server.seed;
    const { prisma } = server.context.database;
    await seedWebhookEndpoint(server.context, { organisationId, url: 'https://localhost:1/' });
    await note(OLD);
    const before = await prisma.webhookEndpoint.findFirstOrThrow();
    await expect(resealNow(NEW, OLD)).rejects.toThrow(
      /no server has started with the key new in front of the list, so nothing was sealed anew/,
    );
    await note({ ...NEW, key: Buffer.alloc(32, 9) });
    await expect(resealNow(NEW, OLD)).rejects.toThrow(
      /the key new is not the one that the database knows by this id/,
    );
    expect(await prisma.webhookEndpoint.findFirstOrThrow()).toEqual(before);
    expect((await prisma.masterKey.findMany({ orderBy: { kid: 'asc' } })).map(({ kid }) => kid)).toEqual([
      'new',
      'test',
    ]);
  });

  it('leaves what cannot be opened, names the key that is missing, and forgets no key', async () => {
    const { prisma } = server.context.database;
    const before = await prisma.webhookEndpoint.findFirstOrThrow();
    await note(NEW);
    await expect(resealNow(NEW)).rejects.toThrow(
      /webhook_endpoints.secret_sealed needs the key test. Add it at the end of MASTER_KEYS/,
    );
    const impostor = { kid: 'test', key: Buffer.alloc(32, 9) };
    await expect(resealNow(NEW, impostor)).rejects.toThrow(/does not open with the key test/);
    expect(await prisma.webhookEndpoint.findFirstOrThrow()).toEqual(before);
    expect(await prisma.masterKey.count()).toBe(2);
  });

  it('takes more values than a page and a batch hold, waits for what somebody holds, and is done when run again', async () => {
    const { organisationId } = server.seed;
    const { prisma, pool } = server.context.database;
    const now = new Date();
    const data = Array.from({ length: 1_150 }, (_, count) => {
      const key_hash = Buffer.alloc(32);
      key_hash.writeUInt32BE(count);
      const context = `idempotency/${organisationId}/${key_hash.toString('hex')}`;
      const body_sealed = server.context.keyring.seal('{}', context);
      const times = { created_at: now, expires_at: now };
      return {
        organisation_id: organisationId,
        key_hash,
        body_sealed,
        status: 201,
        fingerprint: key_hash,
        ...times,
      };
    });
    await prisma.idempotencyKey.createMany({ data });
    const client = await pool.connect();
    await client.query('begin');
    await client.query('select from webhook_endpoints for update');
    const resealing = resealNow(NEW, OLD);
    await expect
      .poll(() => prisma.idempotencyKey.count({ where: { body_sealed: { startsWith: 'v1.test.' } } }))
      .toBe(0);
    expect((await prisma.webhookEndpoint.findFirstOrThrow()).secret_sealed).toMatch(/^v1\.test\./);
    await client.query('commit');
    client.release();
    expect(await resealing).toEqual({ key: 'new', resealed: 1_151 });
    expect((await prisma.webhookEndpoint.findFirstOrThrow()).secret_sealed).toMatch(/^v1\.new\./);
    expect((await prisma.masterKey.findMany()).map(({ kid }) => kid)).toEqual(['new']);
    expect(await resealNow(NEW)).toEqual({ key: 'new', resealed: 0 });
  });

  it('keeps a key known, and fails in words, while a process runs that has it in front', async () => {
    const { prisma } = server.context.database;
    const listNoted = async () => (await prisma.masterKey.findMany()).map(({ kid }) => kid).toSorted();
    await note(NEW);
    const process = keepKeyNoted(contextWith(OLD));
    onTestFinished(process.stop);
    await expect(reseal(contextWith(NEW, OLD))).rejects.toThrow(
      /a process runs that has the key test in front of MASTER_KEYS .* Don't take that key away/,
    );
    expect(await listNoted()).toEqual(['new', 'test']);
    process.stop();
    expect(await resealNow(NEW, OLD)).toEqual({ key: 'new', resealed: 0 });
    expect(await listNoted()).toEqual(['new']);
  });

  it('takes what a process sealed with the old key that ended while it watched', async () => {
    const { organisationId } = server.seed;
    const { prisma } = server.context.database;
    await note(OLD);
    const resealing = reseal(contextWith(NEW, OLD), { watchMs: 2_000 });
    await expect.poll(() => prisma.masterKey.count()).toBe(1);
    await seedWebhookEndpoint(contextWith(OLD), { organisationId, url: 'https://localhost:2/' });
    expect(await resealing).toEqual({ key: 'new', resealed: 1 });
    const endpoints = await prisma.webhookEndpoint.findMany();
    expect(endpoints.map(({ secret_sealed }) => secret_sealed.split('.')[1])).toEqual(['new', 'new']);
  });
});
