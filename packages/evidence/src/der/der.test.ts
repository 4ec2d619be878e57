import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compareBytes } from '../bytes.ts';
import { readBer, readDer, type DerNode } from './read-der.ts';
import { readOid, readTime } from './read-values.ts';
import { OCTET_STRING, SEQUENCE, SET, UTC_TIME } from './tags.ts';
import { isOid, writeDer, writeInteger, writeOid, writeSet, writeTime } from './write-der.ts';

const malformed = expect.objectContaining({ code: 'malformed' });

describe('what is written is read back, to the byte', () => {
  it('values of any length, at the borders of each form of length', () => {
    for (const length of [0, 127, 128, 255, 256, 65_535, 65_536]) {
      const content = new Uint8Array(length).fill(1);
      const der = writeDer(OCTET_STRING, content);

      expect(readDer(der)).toEqual({ tag: OCTET_STRING, bytes: der, content, children: [] });
    }
  });

  it('values in values', () => {
    const leaf = fc.uint8Array({ maxLength: 200 }).map((bytes) => writeDer(OCTET_STRING, bytes));
    const { tree } = fc.letrec<{ tree: Uint8Array }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.array(tie('tree'), { maxLength: 4 }).map((parts) => writeDer(SEQUENCE, ...parts)),
        fc.array(tie('tree'), { maxLength: 4 }).map((parts) => writeSet(parts)),
      ),
    }));

    fc.assert(
      fc.property(tree, (der) => {
        expect(rewrite(readDer(der))).toEqual(der);
      }),
    );
  });

  it('whatever can be read has no other spelling: written anew it is the same', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        let node: DerNode;
        try {
          node = readDer(bytes);
        } catch {
          return;
        }
        expect(rewrite(node)).toEqual(bytes);
      }),
      { numRuns: 5000 },
    );
  });

  it('integers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 200n }), (value) => {
        const { content } = readDer(writeInteger(value));

        expect(BigInt(`0x${Buffer.from(content).toString('hex')}`)).toBe(value);
      }),
    );
  });

  it('object identifiers', () => {
    const number = fc.oneof(fc.nat(), fc.bigInt({ min: 0n, max: 2n ** 128n }));
    const start = fc.oneof(
      fc.tuple(fc.constantFrom(0, 1), fc.nat({ max: 39 })),
      fc.tuple(fc.constant(2), number),
    );

    fc.assert(
      fc.property(start, fc.array(number, { maxLength: 3 }), (first, rest) => {
        const dotted = [...first, ...rest].join('.');

        expect(isOid(dotted)).toBe(true);
        expect(readOid(readDer(writeOid(dotted)))).toBe(dotted);
      }),
    );
  });

  it('times, to the millisecond', () => {
    const date = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });

    fc.assert(
      fc.property(date, (time) => {
        expect(readTime(readDer(writeTime(time)))).toBe(time.getTime());
      }),
    );
  });
});

describe('two-digit years', () => {
  it.each([
    ['500101000000Z', '1950-01-01T00:00:00.000Z'],
    ['491231235959Z', '2049-12-31T23:59:59.000Z'],
  ])('%s is %s: RFC 5280, section 4.1.2.5.1', (text, expected) => {
    const node = readDer(writeDer(UTC_TIME, new TextEncoder().encode(text)));

    expect(new Date(readTime(node)).toISOString()).toBe(expected);
  });
});

describe('the order of sets', () => {
  it('is by bytes where one is written, and whatever it is where one is read', () => {
    const [one, two] = [writeInteger(1), writeInteger(2)];

    expect(writeSet([two, one])).toEqual(writeDer(SET, one, two));
    expect(readDer(writeDer(SET, two, one)).children.map(({ bytes }) => bytes)).toEqual([two, one]);
  });

  it('has what is the beginning of another before it', () => {
    expect(compareBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBeLessThan(0);
    expect(compareBytes(Uint8Array.of(1, 0), Uint8Array.of(1))).toBeGreaterThan(0);
    expect(compareBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(0);
  });
});

describe('what is not DER is refused', () => {
  it.each([
    ['', 'nothing'],
    ['04', 'no length'],
    ['0401', 'cut off'],
    ['04810100', 'a long length of one'],
    ['0482000100', 'a length with a zero in front'],
    ['04800000', 'a length without an end'],
    ['0484000000017f', 'a length of four bytes'],
    ['040000', 'more behind it'],
    ['0000', 'an end-of-contents mark'],
    ['1f0100', 'a tag of two bytes'],
    ['2400', 'a string in pieces'],
    ['2000', 'an end-of-contents mark in pieces'],
    ['1000', 'a sequence of no values'],
    ['0100', 'a boolean of no byte'],
    ['01020000', 'a boolean of two bytes'],
    ['0200', 'an integer of no byte'],
    ['02020001', 'an integer with padding'],
    ['0202ff80', 'a negative integer with padding'],
    ['0a020001', 'an enumerated with padding'],
    ['0300', 'a bit string of no byte'],
    ['030101', 'unused bits of nothing'],
    ['03020801', 'eight unused bits'],
    ['03020101', 'unused bits that are set'],
    ['050100', 'a null with a value'],
    ['0600', 'an object identifier of no byte'],
    ['06022a80', 'an object identifier cut off'],
    ['06032a8001', 'an object identifier with padding'],
    ['06032a0180', 'an object identifier cut off later'],
    ['06032a8180', 'an object identifier cut off in a zero'],
    [`0480${'00'.repeat(128)}`, 'a length without an end, and as many bytes as it would be'],
  ])('%s: %s', (hex) => {
    expect(() => readDer(new Uint8Array(Buffer.from(hex, 'hex')))).toThrow(malformed);
  });

  it.each([
    '0101ff',
    '010100',
    '010101',
    '020100',
    '02020080',
    '0201ff',
    '030100',
    '03020780',
    '0500',
    '06012a',
    '4000',
    '3106020101020101',
  ])('but not %s', (hex) => {
    const bytes = new Uint8Array(Buffer.from(hex, 'hex'));

    expect(readDer(bytes).bytes).toEqual(bytes);
  });
});

describe('what BER spells otherwise is read by readBer as the same, and by readDer not at all', () => {
  const read = (hex: string) => readBer(new Uint8Array(Buffer.from(hex, 'hex')));

  it.each([
    ['04810107', '040107', 'a long length of one'],
    ['0482000107', '040107', 'a length with a zero in front'],
    ['048a0000000000000000000107', '040107', 'a length of ten bytes'],
    ['24030401070000'.slice(0, 10), '040107', 'a string of one piece'],
    ['2480040107040108' + '0000', '04020708', 'a string of two pieces, and no length'],
    ['240a24030401072403040108', '04020708', 'a string of pieces in pieces'],
    ['2400', '0400', 'a string of no pieces'],
    ['30800201010000', '3003020101', 'a sequence without a length'],
    ['a080308002010100000000', 'a0053003020101', 'values without a length in each other'],
    ['3180020102020101' + '0000', '3106020102020101', 'a set without a length, out of order'],
  ])('%s is %s: %s', (hex, der) => {
    expect(rewrite(read(hex))).toEqual(read(der).bytes);
    expect(() => readDer(new Uint8Array(Buffer.from(hex, 'hex')))).toThrow(malformed);
  });

  it.each([
    ['0480070000', 'a length without an end of a value that is not made of values'],
    ['30800201', 'cut off in a value'],
    ['3080020101', 'cut off before its end'],
    ['308002010100', 'cut off in its end'],
    ['3005020101' + '0000', 'an end that no length asked for'],
    ['24020500', 'a string of other pieces'],
    ['2303030100', 'a bit string in pieces'],
    ['30800201010000' + '00', 'more behind it'],
    ['30820100', 'a length beyond the end'],
    ['048affffffffffffffffffff07', 'a length beyond all'],
    ['02020001', 'an integer with padding'],
    ['06032a8001', 'an object identifier with padding'],
  ])('but not %s: %s', (hex) => {
    expect(() => read(hex)).toThrow(malformed);
  });
});

function rewrite({ tag, content, children }: DerNode): Uint8Array {
  return children.length > 0 ? writeDer(tag, ...children.map(rewrite)) : writeDer(tag, content);
}
