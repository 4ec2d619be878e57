import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './read-config.ts';

const PRODUCTION = {
  DATABASE_URL: 'postgresql://fis:db-password@db.example.com/fis',
  BASE_URL: 'https://inspections.example.com',
  MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  SMTP_URL: 'smtps://user:smtp-password@mail.example.com',
};

const problemsOf = (env: Record<string, string | undefined>): string => {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  return '';
};

describe('the seal', () => {
  it('is a path, and its password a secret', () => {
    const { config, secrets } = readConfig({
      ...PRODUCTION,
      SEAL_P12: '/etc/seal.p12',
      SEAL_P12_PASSWORD: 'p w',
    });
    expect(config.sealP12).toBe('/etc/seal.p12');
    expect(secrets.sealP12Password).toBe('p w');
    expect(JSON.stringify({ config, secrets })).not.toContain('p w');
  });

  it('may have no password, but no password without a seal', () => {
    expect(readConfig({ ...PRODUCTION, SEAL_P12: 'a.p12' }).secrets.sealP12Password).toBe('');
    expect(problemsOf({ ...PRODUCTION, SEAL_P12_PASSWORD: 'p w' })).toBe(
      'SEAL_P12_PASSWORD: opens the file that SEAL_P12 names, so set that too',
    );
  });
});

describe('a remote signing service', () => {
  const CSC = {
    CSC_URL: 'https://csc.example.com/csc/v2/',
    CSC_CLIENT_ID: 'fis',
    CSC_CLIENT_SECRET: 's3cret',
  };

  it('is set whole or not at all, and its secret is never printed', () => {
    const { config, secrets } = readConfig({ ...PRODUCTION, ...CSC });
    expect(config).toMatchObject({ cscUrl: 'https://csc.example.com/csc/v2', cscClientId: 'fis' });
    expect(secrets.cscClientSecret).toBe('s3cret');
    expect(JSON.stringify({ config, secrets })).not.toContain('s3cret');
    for (const name of Object.keys(CSC)) {
      expect(problemsOf({ ...PRODUCTION, ...CSC, [name]: undefined })).toBe(
        'CSC_URL, CSC_CLIENT_ID, CSC_CLIENT_SECRET: set all three or none',
      );
    }
  });
});
