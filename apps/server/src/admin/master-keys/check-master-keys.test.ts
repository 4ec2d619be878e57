import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyring } from '../../platform/secrets/keyring.ts';
import { seedWebhookEndpoint } from '../../testing/seed-webhook-endpoint.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { checkMasterKeys } from './check-master-keys.ts';

const RIGHT = { kid: 'test', key: Buffer.alloc(32, 7) };
const WRONG = { kid: 'test', key: Buffer.alloc(32, 9) };
const NEW = { kid: 'new', key: Buffer.alloc(32, 8) };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const { organisationId } = server.seed;
  await seedWebhookEndpoint(server.context, { organisationId, url: 'https://localhost:1/' });
});
afterAll(() => server.close());
beforeEach(() => server.context.database.prisma.masterKey.deleteMany());

const startWith = (...keys: (typeof RIGHT)[]) =>
  checkMasterKeys({ ...server.context, keyring: createKeyring(keys, server.context.random) });
const listNoted = async () =>
  (await server.context.database.prisma.masterKey.findMany({ orderBy: { kid: 'asc' } })).map(
    ({ kid }) => kid,
  );

describe('checkMasterKeys', () => {
  it('refuses a wrong key that is not noted yet by a value of its id, notes nothing, and takes the right one', async () => {
    await expect(startWith(WRONG)).rejects.toThrow(
      /^MASTER_KEYS: the key test does not open a value of webhook_endpoints\.secret_sealed, which was sealed/,
    );
    expect(await listNoted()).toEqual([]);
    await startWith(RIGHT);
    expect(await listNoted()).toEqual(['test']);
    await expect(startWith(WRONG)).rejects.toThrow(/the key test is not the one that the database knows/);
  });

  it('finds such a value also where only the previous secret is left of that key', async () => {
    const { pool } = server.context.database;
    const { rows } = await pool.query<{ secret_sealed: string }>(
      'select secret_sealed from webhook_endpoints',
    );
    await pool.query(`update webhook_endpoints set secret_sealed = '', previous_secret_sealed = $1`, [
      rows[0]!.secret_sealed,
    ]);
    await expect(startWith(WRONG)).rejects.toThrow(/a value of webhook_endpoints\.previous_secret_sealed/);
    await startWith(RIGHT);
    await pool.query(
      'update webhook_endpoints set secret_sealed = previous_secret_sealed, previous_secret_sealed = null',
    );
  });

  it('notes a new key in front of the old one, and stops without the old one', async () => {
    await startWith(RIGHT);
    await startWith(NEW, RIGHT);
    expect(await listNoted()).toEqual(['new', 'test']);
    await expect(startWith(NEW)).rejects.toThrow(/lacks the key test, under which values/);
  });
});
