import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FieldInspection } from '@field-inspection/sdk';
import { findEmbeddedPostgres } from '@field-inspection/server/testing/find-embedded-postgres';
import { processEnv } from '@field-inspection/server/testing/process-env';
import { spawnDemo, type SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Demo = Record<
  'base_url' | 'api_base_url' | 'organisation_id' | 'api_key' | 'webhook_ca_file' | 'webhook_ca_key_file',
  string
>;

type Finding = { part: string; state: string };

let dataDir: string;
const running: SpawnedServer[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fis-demo-'));
});
afterAll(async () => {
  await Promise.all(running.map((server) => server.kill('SIGTERM')));
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (): Promise<SpawnedServer> => {
  const server = await spawnDemo({ dataDir });
  running.push(server);
  return server;
};

const readDemo = async (): Promise<Demo> =>
  JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Demo;

describe('demo mode', () => {
  it('starts with nothing but a data folder, and tells where everything is', async () => {
    const server = await start();
    const demo = await readDemo();
    expect(demo).toMatchObject({ base_url: server.baseUrl, api_base_url: `${server.baseUrl}/v1` });
    for (const part of [demo.base_url, demo.api_key, `${demo.base_url}/docs`, 'curl -X POST'])
      await expect.poll(() => server.lines.join('\n'), { timeout: 10_000 }).toContain(part);
    const session = await new FieldInspection({
      apiKey: demo.api_key,
      baseUrl: demo.base_url,
    }).sessions.create({});
    expect(session.status).toBe('created');
    expect((await stat(demo.webhook_ca_key_file)).mode & 0o777).toBe(0o600);
    expect((await fetch(`${demo.base_url}/metrics`)).status).toBe(200);
    expect((await fetch(`${demo.base_url}/outbox`)).status).toBe(200);
  });

  it('serves as a role that owns nothing: only what migrated was the owner', async () => {
    const { databaseUrl } = (await findEmbeddedPostgres({ dataDir }))!;
    const owner = new pg.Client({ connectionString: databaseUrl });
    await owner.connect();
    const { rows } = await owner.query(
      `select distinct usename::text from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    const owned = await owner.query(`select 1 from pg_class where relowner = 'field_inspection'::regrole`);
    await owner.end();
    expect(rows).toEqual([{ usename: 'field_inspection' }]);
    expect(owned.rows).toEqual([]);
    expect(running[0]!.lines.join('\n')).not.toContain('owner of its tables');
  });

  it('a second server on the same data folder says who holds it', async () => {
    const [first] = running;
    const failure = await spawnDemo({ dataDir }).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect((failure as Error).message).toContain(first!.baseUrl);
    expect((failure as Error).message).toContain(`process ${first!.pid}`);
  });

  it.each(['api', 'worker'] as const)(
    '%s alone does not start, starts no database of its own, and prints no key',
    async (role) => {
      const empty = join(dataDir, `${role}-alone`);
      const failure = (await spawnDemo({ dataDir: empty, role }).catch((error: Error) => error)) as Error;
      expect(failure).toBeInstanceOf(Error);
      expect(failure.message).toContain('DATABASE_URL: is missing; set the same for script/server api');
      expect(failure.message).not.toContain('API key');
      await expect(stat(empty)).rejects.toThrow('ENOENT');
    },
  );

  it('script/admin works on its database while it runs', async () => {
    const output = runAdmin('organisation', 'create', '--name', 'Beside', '--plan', 'free', '--json');
    expect(output.split('\n')).toHaveLength(2);
    expect(JSON.parse(output)).toMatchObject({ name: 'Beside', plan: 'free' });
  });

  it("script/admin checks and reseals with the data folder's own key, beside the server", async () => {
    const findings = JSON.parse(runAdmin('verify-restore', '--hash', '--json')) as Finding[];
    expect(findings.map(({ part, state }) => [part, state])).toEqual(
      ['secrets', 'triggers', 'chains', 'objects', 'sequences'].map((part) => [part, 'ok']),
    );
    expect(JSON.parse(runAdmin('master-key', 'reseal', '--json'))).toEqual({ key: 'demo', resealed: 0 });
  });

  it('Ctrl-C stops all of it, the embedded database too', async () => {
    const [first] = running;
    expect(await first!.kill('SIGINT')).toBe(0);
    expect(await findEmbeddedPostgres({ dataDir })).toBeNull();
  });

  it('script/admin works while it is stopped, and leaves nothing running', async () => {
    const organisations = JSON.parse(runAdmin('organisation', 'list', '--json')) as { name: string }[];
    expect(organisations.map(({ name }) => name)).toEqual(['Demo Inspections', 'Beside']);
    expect(await findEmbeddedPostgres({ dataDir })).toBeNull();
  });

  it('after kill -9 the next start takes over the orphaned database, with the same key and all data', async () => {
    const before = await readDemo();
    const killed = await start();
    const client = new FieldInspection({ apiKey: before.api_key, baseUrl: killed.baseUrl });
    const { id } = await client.sessions.create({ notes: 'kept' });
    await killed.kill('SIGKILL');
    expect(await findEmbeddedPostgres({ dataDir })).not.toBeNull();

    const next = await start();
    const after = await readDemo();
    expect(after.api_key).toBe(before.api_key);
    const session = await new FieldInspection({ apiKey: after.api_key, baseUrl: next.baseUrl }).sessions.get(
      id,
    );
    expect(session.notes).toBe('kept');
    expect(await next.kill('SIGTERM')).toBe(0);
    expect(await findEmbeddedPostgres({ dataDir })).toBeNull();
  });
});

const ADMIN = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'admin.ts');

const runAdmin = (...words: string[]): string =>
  execFileSync(process.execPath, [ADMIN, ...words], {
    env: { ...processEnv(), DATA_DIR: dataDir },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
