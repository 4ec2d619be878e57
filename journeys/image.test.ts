import { execFile } from 'node:child_process';
import { chown, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { createEmptyDatabase } from '@field-inspection/server/testing/clone-database';
import { makeSealFile } from '@field-inspection/server/testing/make-seal-file';
import { spawnServer, type SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildImage, canBuildImage, type Image } from './built-server/build-image.ts';
import { inspectRoof } from './built-server/inspect-roof.ts';

const run = promisify(execFile);
const MOST_MIB = 300;
const seal = makeSealFile();

describe.runIf(canBuildImage && seal)('the image', () => {
  let folder: string;
  let image: Image;
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let server: SpawnedServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fis-image-'));
    const build = join(import.meta.dirname, '../script/build-server');
    const { stdout } = await run(build, ['--out', folder]);
    image = await buildImage(folder, basename(stdout.trim(), '.tar.gz'));
    await copyFile(seal!.env.SEAL_P12!, join(folder, 'data/seal.p12'));
    await chown(join(folder, 'data/seal.p12'), 10_001, 10_001);
    database = await createEmptyDatabase();
    const { Entrypoint: command } = image.config as { Entrypoint: string[] };
    server = await spawnServer('all', {
      databaseUrl: database.databaseUrl,
      env: { ...ENV, ...seal!.env, SEAL_P12: '/data/seal.p12' },
      command: image.enter(...command),
    });
  });
  afterAll(async () => {
    await server?.kill();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
    seal!.close();
  });

  const execute = (...command: string[]) => {
    const [program, ...args] = image.enter(...command);
    const env = { PATH: process.env.PATH, DATABASE_URL: database.databaseUrl, ...ENV };
    return run(program!, args, { env: { ...env, PORT: new URL(server.baseUrl).port } });
  };

  it('starts without a shell as nobody in particular, says how its health is checked, and is below 300 MB', async () => {
    expect(image.config).toMatchObject({
      User: '10001:10001',
      Entrypoint: ['/opt/fis/bin/node', '/opt/fis/programs/main.js'],
      Cmd: ['all'],
      StopSignal: 'SIGTERM',
      Healthcheck: { Test: ['CMD', '/opt/fis/bin/node', '/opt/fis/programs/check-health.js'] },
    });
    const { stdout } = await run('du', ['-sm', image.root]);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(MOST_MIB);
    await expect(execute('/bin/sh', '-c', 'true')).rejects.toThrow('No such file');
  });

  it('runs without capabilities on a root that is read-only', async () => {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\t10001\t10001\t10001\t10001$/m);
    expect(status).toMatch(/^CapEff:\t0{16}$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    const mounts = await readFile(`/proc/${server.pid}/mountinfo`, 'utf8');
    expect(mounts).toMatch(/ \/ ro,/);
  });

  it('an inspection ends with a sealed report that is verified, while its health is good', async () => {
    const admin = async (...words: string[]) => {
      const command = ['/opt/fis/bin/node', '/opt/fis/programs/admin.js', ...words, '--json'];
      return JSON.parse((await execute(...command)).stdout) as Record<string, string>;
    };
    await inspectRoof(server.baseUrl, admin);
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
    const { Healthcheck } = image.config as { Healthcheck: { Test: string[] } };
    await execute(...Healthcheck.Test.slice(1));
  });

  it('SIGTERM ends it in good order, and then its health is bad', async () => {
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(server.lines.at(-1)).toContain('"msg":"stopped"');
    await expect(execute('/opt/fis/bin/node', '/opt/fis/programs/check-health.js')).rejects.toMatchObject({
      code: 1,
    });
  });
});

const ENV = { DATA_DIR: '/data', NODE_COMPILE_CACHE: '' };
