import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config/read-config.ts';
import { createContext } from './context.ts';
import { cloneDatabase } from './testing/clone-database.ts';
import { openTestContext } from './testing/open-test-context.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
let databaseUrl: string;
let drop: () => Promise<void>;
let dir: string;

beforeAll(async () => {
  ({ databaseUrl, drop } = await cloneDatabase());
  dir = await mkdtemp(join(tmpdir(), 'context-'));
});
afterAll(async () => {
  await rm(dir, { recursive: true });
  await drop();
});

const settings = (env: Record<string, string> = {}) =>
  readConfig({
    DATABASE_URL: databaseUrl,
    BASE_URL: 'http://127.0.0.1:1',
    MASTER_KEYS: `test:${KEY}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    ...env,
  });

describe('createContext', () => {
  it("tells the database's time, which other machines see too", async () => {
    const context = await openTestContext(databaseUrl);
    const { rows } = await context.database.pool.query<{ now: Date }>('select clock_timestamp() as now');
    expect(Math.abs(context.clock.now().getTime() - rows[0]!.now.getTime())).toBeLessThan(1_000);
    await context.close();
  });

  it.each([
    ['is missing', 'is not there (ENOENT)', async () => {}],
    ['is empty', 'holds no whole certificate in PEM', (file: string) => writeFile(file, '')],
    [
      'holds no certificate',
      'holds no whole certificate in PEM',
      (file: string) => writeFile(file, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'),
    ],
    [
      'is a folder',
      'is a folder (EISDIR)',
      async (file: string) => {
        await rm(file, { force: true });
        await mkdir(file);
      },
    ],
  ])('names WEBHOOK_CA_FILE and the fault where the file %s', async (_, fault, prepare) => {
    const file = join(dir, 'authority.pem');
    await prepare(file);
    const start = createContext(settings({ WEBHOOK_CA_FILE: file }));
    await expect(start).rejects.toThrow(ConfigError);
    await expect(start).rejects.toThrow(`WEBHOOK_CA_FILE: ${file} ${fault}`);
  });

  it('names SEAL_P12 where the file is missing', async () => {
    const start = createContext(
      settings({ SEAL_P12: join(dir, 'missing.p12'), SEAL_P12_PASSWORD: 'password' }),
    );
    await expect(start).rejects.toThrow(ConfigError);
    await expect(start).rejects.toThrow(/^SEAL_P12: .*missing.p12 can't be read/);
  });

  it('has no seal without SEAL_P12', async () => {
    const context = await openTestContext(databaseUrl);
    expect(await context.seal.read()).toBeNull();
    await context.close();
  });

  it('shows no secret when its settings are printed', async () => {
    const context = await createContext(
      settings({ METRICS_TOKEN: 'metrics-token-0123456789', TURN_URL: 'turn:t', TURN_SECRET: 'turn-secret' }),
    );
    const printed = inspect(
      { config: context.config, secrets: context.secrets, keyring: context.keyring },
      { depth: null },
    );
    for (const secret of [KEY, 'metrics-token', 'turn-secret']) expect(printed).not.toContain(secret);
    await context.close();
  });
});
