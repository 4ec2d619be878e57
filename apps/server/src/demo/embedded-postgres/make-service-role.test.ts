import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { makeServiceRole } from './make-service-role.ts';

// A role belongs to the whole cluster, and other tests may have made it.
const ownerUrl = inject('postgresUrl');
const clients: pg.Client[] = [];

afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
});

it('makes one role, however many ask at once, and it can log in', async () => {
  const urls = await Promise.all(Array.from({ length: 8 }, () => makeServiceRole(ownerUrl)));
  expect(new Set(urls).size).toBe(1);
  const { rows } = await (await connect(urls[0]!)).query('select current_user::text as name');
  expect(rows).toEqual([{ name: 'field_inspection' }]);
});

it('is no superuser, makes neither roles nor databases, and passes no row-level security', async () => {
  const service = await connect(await makeServiceRole(ownerUrl));
  const { rows } = await service.query(
    `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user`,
  );
  expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false }]);
});

it("has a password that is not the owner's", async () => {
  const url = new URL(await makeServiceRole(ownerUrl));
  expect(url.password).not.toBe(new URL(ownerUrl).password);
  expect(url.password).toHaveLength(43);
});

it('gives up a database that takes the connection and says nothing', async () => {
  const silence = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silence, 'listening');
  const url = `postgresql://u:hush@127.0.0.1:${(silence.address() as AddressInfo).port}/x`;
  await expect(makeServiceRole(url, 100)).rejects.toThrow(/^DATA_DIR: it gives no answer in time/);
  silence.close();
});

const connect = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  clients.push(client);
  return client;
};
