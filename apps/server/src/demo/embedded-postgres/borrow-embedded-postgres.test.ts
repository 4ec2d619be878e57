import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acquireDataDirLock } from './data-dir-lock.ts';
import { borrowEmbeddedPostgres } from './borrow-embedded-postgres.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

const log = () => undefined;
let root: string;
let dataDir: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'borrow-postgres-'));
  await chmod(root, 0o755);
  dataDir = path.join(root, 'data');
  await mkdir(dataDir);
});

afterAll(() => rm(root, { recursive: true, force: true }));

it('starts one for the length of the command when no server runs', async () => {
  const borrowed = await borrowEmbeddedPostgres({ dataDir, log });
  await expectAnswer(borrowed.databaseUrl);
  await borrowed.close();
  expect(await findEmbeddedPostgres({ dataDir })).toBeNull();
  expect(await readdir(dataDir)).toEqual(['postgres']);
});

it("uses the server's while it runs, and leaves it running", async () => {
  const lock = await acquireDataDirLock({ dataDir, baseUrl: 'http://127.0.0.1:8080' });
  const server = await startEmbeddedPostgres({ dataDir, log });
  const borrowed = await borrowEmbeddedPostgres({ dataDir, log });
  expect(borrowed.databaseUrl).toBe(server.databaseUrl);
  await borrowed.close();
  await expectAnswer(server.databaseUrl);
  await server.stop();
  await lock.release();
});

it('waits for a server that is just starting', async () => {
  const lock = await acquireDataDirLock({ dataDir, baseUrl: 'http://127.0.0.1:8080' });
  const borrowing = borrowEmbeddedPostgres({ dataDir, log });
  const server = await startEmbeddedPostgres({ dataDir, log });
  expect((await borrowing).databaseUrl).toBe(server.databaseUrl);
  await server.stop();
  await lock.release();
});

it('never borrows from another command, whose database ends with it', async () => {
  const order: string[] = [];
  const first = await borrowEmbeddedPostgres({ dataDir, log });
  const second = borrowEmbeddedPostgres({ dataDir, log }).finally(() => order.push('second has it'));
  await runQuery(first.databaseUrl, 'select pg_sleep(0.5)');
  order.push('first is done');
  await first.close();
  await expectAnswer((await second).databaseUrl);
  await (await second).close();
  expect(order).toEqual(['first is done', 'second has it']);
});

async function expectAnswer(databaseUrl: string): Promise<void> {
  expect(await runQuery(databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
}

async function runQuery(databaseUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
