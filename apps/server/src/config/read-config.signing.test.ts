import { describe, expect, it } from 'vitest';
import { readConfig } from './read-config.ts';
import { problemsOf } from './testing/problems-of.ts';

const PRODUCTION = {
  DATABASE_URL: 'postgresql://fis:db-password@db.example.com/fis',
  BASE_URL: 'https://inspections.example.com',
  MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  SMTP_URL: 'smtps://user:smtp-password@mail.example.com',
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

describe('reports without a seal', () => {
  it('wait where there is one to come, unless the host says otherwise', () => {
    expect(readConfig(PRODUCTION).config.sealRequired).toBe(false);
    const env = { ...PRODUCTION, SEAL_P12: 'a.p12' };
    expect(readConfig(env).config.sealRequired).toBe(true);
    expect(readConfig({ ...env, SEAL_REQUIRED: 'false' }).config.sealRequired).toBe(false);
  });

  it('never wait for a seal that nobody named', () => {
    expect(readConfig({ ...PRODUCTION, SEAL_REQUIRED: 'false' }).config.sealRequired).toBe(false);
    expect(problemsOf({ ...PRODUCTION, SEAL_REQUIRED: 'true' })).toBe(
      'SEAL_REQUIRED: has reports wait for the seal that SEAL_P12 names, so set that too',
    );
  });
});

describe('payments by Stripe', () => {
  const STRIPE = {
    STRIPE_SECRET_KEY: 'sk_live_s3cret',
    STRIPE_WEBHOOK_SECRET: 'whsec_s3cret',
    STRIPE_PRICES: 'pro=price_1',
  };

  it('are set whole or not at all, and their secrets are never printed', () => {
    const { config, secrets } = readConfig({ ...PRODUCTION, ...STRIPE });
    expect([config.stripePrices?.get('pro'), config.stripeApiUrl]).toEqual([
      'price_1',
      'https://api.stripe.com',
    ]);
    expect(JSON.stringify({ config, secrets })).not.toContain('s3cret');
    for (const name of Object.keys(STRIPE)) {
      expect(problemsOf({ ...PRODUCTION, ...STRIPE, [name]: undefined })).toBe(
        'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICES: set all three or none',
      );
    }
  });

  it.each([
    ['STRIPE_WEBHOOK_SECRET', 'sk_live_1', 'must start with whsec_'],
    ['STRIPE_PRICES', 'gold=price_1', 'a price of its own for each plan that is sold'],
    ['STRIPE_API_URL', 'https://api.stripe.com/v1', 'must have no path, query or password'],
  ])('%s: %s stops the start', (name, value, words) => {
    expect(problemsOf({ ...PRODUCTION, ...STRIPE, [name]: value })).toContain(words);
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
