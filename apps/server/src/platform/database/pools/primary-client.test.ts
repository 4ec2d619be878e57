import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findFreePort } from '../../../testing/find-free-port.ts';
import { openDatabase } from '../open-database.ts';
import { connectClient } from './connect-client.ts';
import { PrimaryClient } from './primary-client.ts';

let silent: Server;
/** Hosts of one address: one refuses, one never answers, one is PostgreSQL. */
let hosts: { closed: string; silent: string; real: string };

beforeAll(async () => {
  silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  hosts = {
    closed: `127.0.0.1:${await findFreePort()}`,
    silent: `127.0.0.1:${port}`,
    real: new URL(inject('postgresUrl')).host,
  };
});
afterAll(() => silent.close());

const nameHosts = (...names: string[]): string =>
  `${inject('postgresUrl').replace(/@[^/]*/, `@${names.join(',')}`)}?target_session_attrs=read-write`;

const readPort = async (client: pg.Client): Promise<string> => {
  await client.connect();
  const { rows } = await client.query<{ port: number }>('select inet_server_port() as port');
  await client.end();
  return `127.0.0.1:${rows[0]!.port}`;
};

describe('PrimaryClient', () => {
  it.each([
    ['closed', 'real'],
    ['real', 'closed'],
    ['silent', 'real'],
    ['silent', 'closed', 'real'],
  ] as const)('connects to the host that takes writes, wherever it stands: %s, %s', async (...names) => {
    const address = nameHosts(...names.map((name) => hosts[name]));
    expect(await readPort(new PrimaryClient({ connectionString: address }))).toBe(hosts.real);
    expect(await readPort(new PrimaryClient(address))).toBe(hosts.real);
  });

  it('is each connection of a pool, and of Prisma', async () => {
    const databaseUrl = nameHosts(hosts.closed, hosts.real);
    const database = openDatabase({ databaseUrl });
    const asked = await Promise.all([
      database.pool.query('select 1 as one'),
      database.direct.query('select 1 as one'),
    ]);
    expect(asked.map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    expect(await database.prisma.$queryRaw`select 1 as one`).toEqual([{ one: 1 }]);
    await database.close();
  });

  it('tells of the address where no host answers, by its setting', async () => {
    const url = nameHosts(hosts.closed, hosts.silent);
    await expect(connectClient({ variable: 'DATABASE_URL', url })).rejects.toThrow(
      'DATABASE_URL: no database answers there (ECONNREFUSED)',
    );
  });

  it('takes an address of one host as the driver does', async () => {
    expect(await readPort(new PrimaryClient({ connectionString: inject('postgresUrl') }))).toBe(hosts.real);
    const { hostname: host, port, username: user, password } = new URL(inject('postgresUrl'));
    expect(await readPort(new PrimaryClient({ host, port: Number(port), user, password }))).toBe(hosts.real);
    await expect(readPort(new PrimaryClient({ connectionString: nameHosts(hosts.closed) }))).rejects.toThrow(
      'ECONNREFUSED',
    );
  });
});
