import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acquireDataDirLock } from './acquire-data-dir-lock.ts';
import { borrowEmbeddedPostgres } from './borrow-embedded-postgres.ts';
import { findEmbeddedPostgres } from './find-embedded-postgres.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

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

it('lets commands that come at once have it one after the other', async () => {
  const commands = [1, 2, 3].map(async () => {
    const borrowed = await borrowEmbeddedPostgres({ dataDir, log });
    await expectAnswer(borrowed.databaseUrl);
    await borrowed.close();
  });
  await Promise.all(commands);
  expect(await readdir(dataDir)).toEqual(['postgres']);
});

async function expectAnswer(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
}
