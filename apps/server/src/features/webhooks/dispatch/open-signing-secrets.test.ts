import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createKeyring, type Keyring } from '../../../platform/secrets/keyring.ts';
import { systemRandom as random } from '../../../platform/secrets/random.ts';
import { mintSigningSecret } from '../exports/mint-signing-secret.ts';
import { openSigningSecrets } from './build-webhook-request.ts';

const keyring = createKeyring([{ kid: 'test', key: randomBytes(32) }], random);
const endpoint = { organisationId: 'o1', endpointId: 'e1' };
const mint = () => mintSigningSecret({ keyring, random }, endpoint);
const now = new Date('2026-11-20T12:00:00.000Z');

describe('mintSigningSecret', () => {
  test('a secret is whsec_ and padded base64 of 32 bytes, and no two are the same', () => {
    const secrets = Array.from({ length: 100 }, () => mint().secret);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(new Set(secrets).size).toBe(100);
  });

  test('what is stored does not show the secret', () => {
    const { secret, sealed } = mint();
    expect(sealed).not.toContain(secret.slice('whsec_'.length));
    expect(Buffer.from(sealed.split('.')[2]!, 'base64url').includes(secret)).toBe(false);
  });
});

describe('openSigningSecrets', () => {
  const open = (sealed: Partial<Parameters<typeof openSigningSecrets>[1]['sealed']>, key = endpoint) =>
    openSigningSecrets(
      { keyring },
      {
        endpoint: key,
        sealed: {
          session_id: null,
          secret_sealed: '',
          previous_secret_sealed: null,
          previous_secret_expires_at: null,
          ...sealed,
        },
        now,
      },
    );

  test('without a rotation there is the one secret', () => {
    const { secret, sealed } = mint();
    expect(open({ secret_sealed: sealed })).toEqual([secret]);
  });

  test('during the overlap both sign, the new one first', () => {
    const [older, newer] = [mint(), mint()];
    const sealed = {
      secret_sealed: newer.sealed,
      previous_secret_sealed: older.sealed,
      previous_secret_expires_at: new Date(now.getTime() + 1),
    };
    expect(open(sealed)).toEqual([newer.secret, older.secret]);
  });

  test('at the very end of the overlap the old one signs no more', () => {
    const [older, newer] = [mint(), mint()];
    const sealed = {
      secret_sealed: newer.sealed,
      previous_secret_sealed: older.sealed,
      previous_secret_expires_at: now,
    };
    expect(open(sealed)).toEqual([newer.secret]);
  });

  test('a secret that signs again and again is opened once', () => {
    let opened = 0;
    const counting: Keyring = { ...keyring, open: (...sealed) => ((opened += 1), keyring.open(...sealed)) };
    const [older, newer] = [mint(), mint()];
    const sealed = {
      session_id: null,
      secret_sealed: newer.sealed,
      previous_secret_sealed: older.sealed,
      previous_secret_expires_at: new Date(now.getTime() + 1),
    };
    for (let delivery = 0; delivery < 10; delivery++) {
      const secrets = openSigningSecrets({ keyring: counting }, { endpoint, sealed, now });
      expect(secrets).toEqual([newer.secret, older.secret]);
    }
    expect(opened).toBe(2);
  });

  test('a sealed secret opens for its endpoint only', () => {
    const { sealed } = mint();
    expect(() => open({ secret_sealed: sealed }, { ...endpoint, endpointId: 'e2' })).toThrow();
    expect(() => open({ secret_sealed: sealed }, { ...endpoint, organisationId: 'o2' })).toThrow();
  });

  test("a callback's opens for its organisation only, and never as an endpoint's", () => {
    const callback = { session_id: 's1' };
    const { secret, sealed } = mintSigningSecret({ keyring, random }, { organisationId: 'o1' });
    expect(open({ ...callback, secret_sealed: sealed }, { ...endpoint, endpointId: 'e2' })).toEqual([secret]);
    expect(() =>
      open({ ...callback, secret_sealed: sealed }, { ...endpoint, organisationId: 'o2' }),
    ).toThrow();
    expect(() => open({ secret_sealed: sealed })).toThrow();
    expect(() => open({ ...callback, secret_sealed: mint().sealed })).toThrow();
  });
});
