import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, type Position } from './cursor.ts';
import { createKeyring } from '../secrets/keyring.ts';
import { systemRandom } from '../secrets/random.ts';

const keyring = createKeyring([{ kid: 'k1', key: Buffer.alloc(32, 1) }], systemRandom);
const SCOPE = '["sessions","tenant-a",null]';
const position: Position = {
  at: 1_794_321_000_000_001n,
  id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
};
const cursor = encodeCursor(keyring, SCOPE, position);
const decode = (text: string, scope = SCOPE) => decodeCursor(keyring, scope, text);

describe('a cursor', () => {
  it('gives back any position, to the microsecond', () => {
    const anyPosition = fc.record({
      at: fc.bigInt({ min: 0n, max: 253_402_300_799_999_999n }),
      id: fc.uuid(),
    });
    fc.assert(
      fc.property(anyPosition, fc.string(), (place, scope) => {
        expect(decodeCursor(keyring, scope, encodeCursor(keyring, scope, place))).toEqual(place);
      }),
    );
  });

  it('is refused by the list of another organisation, route or filter', () => {
    for (const scope of [
      '["sessions","tenant-b",null]',
      '["campaigns","tenant-a",null]',
      '["sessions","tenant-a","open"]',
      '',
    ]) {
      expect(decode(cursor, scope)).toBeUndefined();
    }
  });

  it('is refused with any one bit changed', () => {
    const bytes = Buffer.from(cursor, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(decode(changed.toString('base64url'))).toBeUndefined();
    }
  });

  it.each([
    ['nothing', ''],
    ['a NUL', '\u0000'],
    ['a NUL after it', `${cursor}\u0000`],
    ['another spelling of the same bytes', `${cursor}=`],
    [
      'a further part',
      Buffer.from(`${Buffer.from(cursor, 'base64url').toString()}.more`).toString('base64url'),
    ],
    ['text that is no base64', 'not a cursor!'],
    ['half of it', cursor.slice(0, cursor.length / 2)],
    ['a million characters', cursor.repeat(10_000)],
    ['bytes that are no text', Buffer.alloc(100, 0xff).toString('base64url')],
    ['a position without a mac', Buffer.from(`1.${position.at}.${position.id}`).toString('base64url')],
  ])('is refused when it is %s', (_, text) => {
    expect(decode(text)).toBeUndefined();
  });

  it('is refused when it was made under a key that is gone', () => {
    const other = createKeyring([{ kid: 'k1', key: Buffer.alloc(32, 2) }], systemRandom);
    expect(decodeCursor(other, SCOPE, cursor)).toBeUndefined();
  });

  it('is refused whatever text it is', () => {
    fc.assert(fc.property(fc.base64String(), (text) => decode(text) === undefined));
  });
});
