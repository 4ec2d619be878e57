import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import type { MasterKey } from '../../config/read-config.ts';
import type { Random } from './random.ts';

/** A sealed value is bound to its place (`context`): it does not open in another row or organisation. */
export type Keyring = {
  seal: (plaintext: string, context: string) => string;
  open: (sealed: string, context: string) => string;
  /** HMAC-SHA256: each purpose has a key of its own, made with the first master key. */
  sign: (purpose: string, data: string) => Buffer;
  /** True for any master key of the ring; takes the same time either way. */
  verify: (purpose: string, data: string, mac: Uint8Array) => boolean;
  kids: readonly [string, ...string[]];
  /** A MAC shows which key has this id; undefined for a key that is not in the ring. */
  prove: (kid: string) => Uint8Array<ArrayBuffer> | undefined;
};

export const createKeyring = (keys: readonly MasterKey[], random: Random): Keyring => {
  const first = keys[0];
  if (!first) throw new Error('MASTER_KEYS holds no key');
  const macWith = (master: Buffer, purpose: string, data: string) =>
    createHmac('sha256', deriveKey(master, `sign:${purpose}`))
      .update(data)
      .digest();
  return {
    seal: (plaintext, context) => {
      const nonce = random.bytes(12);
      const cipher = createCipheriv('aes-256-gcm', deriveKey(first.key, 'seal'), nonce).setAAD(
        Buffer.from(context),
      );
      const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return [
        'v1',
        first.kid,
        Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url'),
      ].join('.');
    },
    open: (sealed, context) => {
      const [version, kid, encoded = ''] = sealed.split('.');
      const master = keys.find((key) => key.kid === kid);
      if (version !== 'v1' || !master)
        throw new Error(`MASTER_KEYS holds no key ${kid}: add it back to the list`);
      const bytes = Buffer.from(encoded, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', deriveKey(master.key, 'seal'), bytes.subarray(0, 12), {
        authTagLength: 16,
      });
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    sign: (purpose, data) => macWith(first.key, purpose, data),
    verify: (purpose, data, mac) =>
      keys
        .map((key) => macWith(key.key, purpose, data))
        .map((expected) => expected.length === mac.length && timingSafeEqual(expected, mac))
        .some(Boolean),
    kids: [first.kid, ...keys.slice(1).map(({ kid }) => kid)],
    prove: (kid) => {
      const master = keys.find((key) => key.kid === kid);
      return master && Uint8Array.from(macWith(master.key, 'master-key', kid));
    },
  };
};

// Key objects: from bytes, a cipher takes four times as long to begin (measured).
const derived = new Map<string, KeyObject>();

const deriveKey = (master: Buffer, purpose: string): KeyObject => {
  const name = `${master.toString('base64')}:${purpose}`;
  const known = derived.get(name);
  if (known) return known;
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', master, '', purpose, 32)));
  derived.set(name, key);
  return key;
};
