import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MasterKey } from '../../config/read-config.ts';
import { createKeyring } from './keyring.ts';
import { systemRandom } from './random.ts';

const masterKey = (kid: string, byte: number): MasterKey => ({ kid, key: Buffer.alloc(32, byte) });
const OLD = masterKey('k1', 1);
const NEW = masterKey('k2', 2);
const keyring = createKeyring([OLD], systemRandom);

describe('createKeyring', () => {
  it('refuses to start without a key', () => {
    expect(() => createKeyring([], systemRandom)).toThrow('MASTER_KEYS');
  });
});

describe('seal and open', () => {
  it('gives back any text in its own context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
        expect(keyring.open(keyring.seal(text, context), context)).toBe(text);
      }),
    );
  });

  it('does not open in another context: of another tenant, row or column', () => {
    const sealed = keyring.seal('123456', 'messages/tenant-a/row-1/secret');
    for (const context of [
      'messages/tenant-b/row-1/secret',
      'messages/tenant-a/row-2/secret',
      'messages/tenant-a/row-1/body',
      '',
    ]) {
      expect(() => keyring.open(sealed, context)).toThrow();
    }
  });

  it('does not open with any one bit changed', () => {
    const sealed = keyring.seal('otp 123456', 'place');
    const [version, kid, encoded = ''] = sealed.split('.');
    const bytes = Buffer.from(encoded, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => keyring.open(`${version}.${kid}.${changed.toString('base64url')}`, 'place')).toThrow();
    }
  });

  it.each(['', 'v1', 'v1.k1', 'v1.k1.', 'v1.k1.AAAA', 'v2.k1.AAAA', 'clear text'])(
    'does not open %j, which nobody sealed',
    (text) => {
      expect(() => keyring.open(text, 'place')).toThrow();
    },
  );

  it('seals the same text differently each time, and holds nothing of it', () => {
    const first = keyring.seal('123456', 'place');
    expect(first).not.toBe(keyring.seal('123456', 'place'));
    expect(Buffer.from(first.split('.')[2]!, 'base64url').includes('123456')).toBe(false);
  });
});

describe('a rotated ring', () => {
  const rotated = createKeyring([NEW, OLD], systemRandom);

  it('seals with the first key and opens what an older one sealed', () => {
    expect(rotated.open(keyring.seal('secret', 'place'), 'place')).toBe('secret');
    expect(createKeyring([NEW], systemRandom).open(rotated.seal('secret', 'place'), 'place')).toBe('secret');
  });

  it('says which key is missing once the old one is gone', () => {
    const sealed = keyring.seal('secret', 'place');
    expect(() => createKeyring([NEW], systemRandom).open(sealed, 'place')).toThrow(/MASTER_KEYS.*k1/);
  });

  it('does not open with another key of the same id', () => {
    const impostor = createKeyring([masterKey('k1', 9)], systemRandom);
    expect(() => impostor.open(keyring.seal('secret', 'place'), 'place')).toThrow();
  });

  it('verifies what an older key signed, and signs with the first', () => {
    expect(rotated.verify('cursor', 'data', keyring.sign('cursor', 'data'))).toBe(true);
    expect(rotated.sign('cursor', 'data')).toEqual(createKeyring([NEW], systemRandom).sign('cursor', 'data'));
    expect(keyring.verify('cursor', 'data', rotated.sign('cursor', 'data'))).toBe(false);
  });
});

describe('sign and verify', () => {
  it('verifies exactly what was signed, for its purpose', () => {
    const mac = keyring.sign('cursor', 'data');
    expect(keyring.verify('cursor', 'data', mac)).toBe(true);
    expect(keyring.verify('cursor', 'data ', mac)).toBe(false);
    expect(keyring.verify('media-token', 'data', mac)).toBe(false);
  });

  it('refuses a mac of any other length or content', () => {
    const mac = keyring.sign('cursor', 'data');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (other) => {
        fc.pre(!mac.equals(other));
        return !keyring.verify('cursor', 'data', other);
      }),
    );
    expect(keyring.verify('cursor', 'data', mac.subarray(0, 31))).toBe(false);
  });
});
