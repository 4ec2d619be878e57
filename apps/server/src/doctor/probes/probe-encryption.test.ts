import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config/read-config.ts';
import { probeEncryption } from './probe-encryption.ts';

const SECRET = 'correct-horse';

const look = async (settings: Record<string, string>) => {
  const databaseUrl = 'postgresql://u:correct-horse@localhost/x';
  const env = {
    DATABASE_URL: databaseUrl,
    BASE_URL: 'https://inspections.example.com',
    MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    SMTP_URL: 'smtp://127.0.0.1',
    ...settings,
  };
  const { config, secrets } = readConfig(env);
  const verdicts = [await probeEncryption({ config, secrets, databaseUrl: env.DATABASE_URL }).run()].flat();
  expect(JSON.stringify(verdicts)).not.toContain(SECRET);
  return verdicts.map(({ state, words }) => `${state}: ${words}`);
};
const ALL_WELL = ['ok: TLS is asked for on every connection that leaves this host.'];
const CSC = { CSC_CLIENT_ID: 'fis', CSC_CLIENT_SECRET: SECRET };

describe('TLS that is not asked for is warned of, with what to write instead', () => {
  it.each([
    ['DATABASE_URL', `postgresql://u:${SECRET}@db.example.com/x`, 'sslmode=verify-full'],
    ['DATABASE_URL', `postgresql://u:${SECRET}@db.example.com/x?sslmode=prefer`, 'sslmode=verify-full'],
    ['DATABASE_OWNER_URL', `postgresql://o:${SECRET}@db.example.com/x`, 'sslmode=verify-full'],
    ['SMTP_URL', `smtp://u:${SECRET}@mail.example.com:587`, 'requireTLS=true'],
    ['SMS_URL', `http://u:${SECRET}@sms.example.com/send`, 'https://'],
    ['S3_URL', `http://key:${SECRET}@s3.example.com/bucket`, 'https://'],
    ['TSA_URLS', `http://u:${SECRET}@timestamp.example.com/tsr`, 'tokens are signed'],
    ['CSC_URL', 'http://sign.example.com/csc/v2', 'https://'],
  ])('%s: %s', async (setting, url, remedy) => {
    const found = await look({ [setting]: url, ...(setting === 'CSC_URL' ? CSC : {}) });
    expect(found).toEqual([
      expect.stringMatching(`^warning: ${setting}: TLS is not asked for on the way to `),
    ]);
    expect(found[0]).toContain(remedy);
  });

  it('of each authority by itself', async () => {
    const found = await look({ TSA_URLS: 'http://a.example.com,https://b.example.com,http://c.example.com' });
    expect(found).toHaveLength(2);
  });
});

describe('nothing is warned of', () => {
  it.each([
    ['DATABASE_URL', `postgresql://u:${SECRET}@db.example.com/x?sslmode=verify-full`],
    ['DATABASE_URL', `postgresql:///x?host=/var/run/postgresql`],
    ['DATABASE_URL', `postgresql://u@/x?host=/var/run/postgresql`],
    ['DATABASE_URL', `postgresql://u:${SECRET}@/x?host=/var/run/postgresql&port=5433`],
    ['DATABASE_URL', `postgresql://u:${SECRET}@%2Fvar%2Frun%2Fpostgresql/x`],
    ['DATABASE_OWNER_URL', `postgres://o@/x?host=/tmp`],
    ['SMTP_URL', `smtps://u:${SECRET}@mail.example.com`],
    ['SMTP_URL', `smtp://u:${SECRET}@mail.example.com:587?requireTLS=true`],
    ['SMS_URL', 'https://sms.example.com/send'],
    ['SMS_URL', 'http://127.0.0.2/send'],
    ['S3_URL', `http://key:${SECRET}@[::1]:9000/bucket`],
    ['TSA_URLS', 'http://localhost:3180/tsr'],
  ])('with TLS or on this host: %s=%s', async (setting, url) => {
    expect(await look({ [setting]: url })).toEqual(ALL_WELL);
  });

  it('in demo mode', async () => {
    const { config, secrets } = readConfig({});
    expect(await probeEncryption({ config, secrets, databaseUrl: 'postgresql://db/x' }).run()).toEqual({
      state: 'off',
      words: 'Demo mode serves this machine alone.',
    });
  });
});
