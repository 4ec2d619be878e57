import { beforeAll, describe, expect, it } from 'vitest';

import { createAuthority, type TestAuthority } from '../testing/create-authority.ts';
import { DIGEST, forgeToken, GEN_TIME, writeHash, type Forgery } from '../testing/forge-token.ts';
import { writeExtension, writeName } from '../testing/issue-certificate.ts';
import {
  BOOLEAN,
  CONTEXT,
  GENERALIZED_TIME,
  INTEGER,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  PRIMITIVE_CONTEXT,
  SEQUENCE,
} from '../der/tags.ts';
import { writeDer, writeInteger, writeOid } from '../der/write-der.ts';
import { SHA_1, SHA_256, SHA_512 } from '../x509/oids.ts';
import type { TimestampFailureCode } from '../timestamp-refusal.ts';
import { verifyTimestamp, type TimestampExpectation } from './verify-timestamp.ts';

let authority: TestAuthority;
beforeAll(async () => {
  authority = await createAuthority();
});

async function judge(forgery: Forgery, expectation: Partial<TimestampExpectation> = {}) {
  const token = await forgeToken(authority, forgery);
  const now = new Date('2026-11-20T10:03:00Z');
  return verifyTimestamp(token, { digest: DIGEST, roots: [authority.root], now, ...expectation });
}

function refuses(code: TimestampFailureCode, cases: readonly (readonly [string, Forgery])[]): void {
  it.each(cases)(`${code}: %s`, async (_name, forgery) => {
    expect(await judge(forgery)).toMatchObject({ valid: false, code });
  });
}

const imprint = (index: number, part: Uint8Array): Forgery => ({
  imprint: (parts) => parts.with(index, part),
});
const replace = (index: number, part: Uint8Array): Forgery => ({
  tstInfo: (parts) => parts.with(index, part),
});
const add = (...added: Uint8Array[]): Forgery => ({ tstInfo: (parts) => [...parts, ...added] });
const time = (text: string): Forgery =>
  replace(4, writeDer(GENERALIZED_TIME, new TextEncoder().encode(text)));
const accuracy = (...parts: Uint8Array[]): Forgery => add(writeDer(SEQUENCE, ...parts));
const name = (generalName: Uint8Array): Forgery => add(writeDer(CONTEXT[0], generalName));
const extension = (critical: boolean): Forgery =>
  add(writeDer(CONTEXT[1], writeExtension('0.4.0.19422.1.1', writeDer(SEQUENCE), { critical })));

describe('a token as it should be', () => {
  it('has the verdict that its parts say', async () => {
    expect(await judge({})).toEqual({
      valid: true,
      gen_time: GEN_TIME.toISOString(),
      serial: '07',
      policy: '1.3.6.1.4.1.99999.1',
      accuracy_us: null,
      authority: 'CN=Test unit',
    });
  });

  it.each<[string, Forgery, object]>([
    ['a time cut to milliseconds', time('20261120100200.1239Z'), { gen_time: '2026-11-20T10:02:00.123Z' }],
    ['a serial number of one zero', replace(3, writeInteger(0)), { serial: '00' }],
    ['a serial number that begins with a one bit', replace(3, writeInteger(0xff_01)), { serial: 'ff01' }],
    [
      'a policy of large numbers',
      replace(1, writeOid(`2.25.${2n ** 128n}`)),
      { policy: `2.25.${2n ** 128n}` },
    ],
    ['an accuracy of nothing', accuracy(), { accuracy_us: 0 }],
    ['an accuracy of microseconds', accuracy(writeInteger(7, PRIMITIVE_CONTEXT[1])), { accuracy_us: 7 }],
    ['an accuracy of 68 years', accuracy(writeInteger(2 ** 31 - 1)), { accuracy_us: (2 ** 31 - 1) * 1e6 }],
    ['an order', add(writeDer(BOOLEAN, Uint8Array.of(0xff))), {}],
    ['a nonce that nobody asked for', add(writeInteger(9)), {}],
    ["its signer's name", name(writeDer(CONTEXT[4], writeName('Test unit'))), {}],
    ['an extension that need not be understood', extension(false), {}],
    ['a hash named without a null', imprint(0, writeDer(SEQUENCE, writeOid(SHA_256))), {}],
  ])('may have %s', async (_name, forgery, expected) => {
    expect(await judge(forgery)).toMatchObject({ valid: true, ...expected });
  });
});

describe('a token is refused for what it states', () => {
  refuses('wrong_digest', [
    ['another digest', imprint(1, writeDer(OCTET_STRING, new Uint8Array(32)))],
    ['a digest that only begins with it', imprint(1, writeDer(OCTET_STRING, DIGEST, DIGEST))],
    ['a digest of another hash', imprint(0, writeHash(SHA_512))],
  ]);

  refuses('unsupported_algorithm', [
    ['a digest by a weak hash', imprint(0, writeHash(SHA_1))],
    ['a digest by an unknown hash', imprint(0, writeHash('2.16.840.1.101.3.4.2.8'))],
    ['a hash with parameters', imprint(0, writeDer(SEQUENCE, writeOid(SHA_256), writeInteger(0)))],
  ]);

  refuses('wrong_authority_name', [
    ['the name of another authority', name(writeDer(CONTEXT[4], writeName('Another unit')))],
    ['a name of another kind', name(writeDer(0x82, new TextEncoder().encode('Test unit')))],
  ]);

  refuses('malformed', [
    ['another version', replace(0, writeInteger(2))],
    ['a negative serial number', replace(3, writeDer(INTEGER, Uint8Array.of(0x80)))],
    ['a serial number of more than 160 bits', replace(3, writeInteger(2n ** 160n * 256n))],
    ['a time without seconds', time('202611201002Z')],
    ['a time without Z', time('20261120100200')],
    ['a time of another zone', time('20261120100200+0100')],
    ['a fraction of no digits', time('20261120100200.Z')],
    ['30 February', time('20260230100200Z')],
    ["24 o'clock", time('20261120240000Z')],
    ['a time with more behind it', time(`20261120100200Z${' '.repeat(60)}`)],
    ['an accuracy of 1000 milliseconds', accuracy(writeInteger(1000, PRIMITIVE_CONTEXT[0]))],
    ['an accuracy with padding', accuracy(writeDer(PRIMITIVE_CONTEXT[0], Uint8Array.of(0, 5)))],
    ['a negative accuracy', accuracy(writeDer(INTEGER, Uint8Array.of(0x80)))],
    ['a time of a million digits', time('2'.repeat(1_000_000))],
    ['an accuracy beyond all', accuracy(writeInteger(2n ** 31n))],
    ['an extension that must be understood', extension(true)],
    ['a field that no timestamp has', add(writeDer(OCTET_STRING))],
    ['fields out of order', { tstInfo: (parts) => parts.toReversed() }],
    ['a field left out', { tstInfo: (parts) => parts.slice(0, 4) }],
    ['something else altogether', { content: () => new TextEncoder().encode('{"time":"now"}') }],
    ['nothing', { content: () => new Uint8Array() }],
  ]);

  it('wrong_nonce: none, another or a longer one, where one was asked for', async () => {
    const nonce = Uint8Array.from([0x40, 1, 2, 3, 4, 5, 6, 7]);
    const wrong = [
      add(),
      add(writeInteger(nonce.with(7, 8))),
      add(writeInteger(Uint8Array.from([...nonce, 0]))),
    ];

    for (const forgery of wrong) {
      expect(await judge(forgery, { nonce })).toMatchObject({ valid: false, code: 'wrong_nonce' });
    }
    expect(await judge(add(writeInteger(nonce)), { nonce })).toMatchObject({ valid: true });
  });
});

describe('a token is refused for bytes that DER spells otherwise, although they are signed', () => {
  const respell = (write: (bytes: Uint8Array) => number[]): Forgery => ({
    content: (bytes) => Uint8Array.from(write(bytes)),
  });

  refuses('malformed', [
    ['a length in more bytes than it needs', respell(([, ...rest]) => [0x30, 0x81, ...rest])],
    ['a length that begins with a zero', respell(([, length, ...rest]) => [0x30, 0x82, 0, length!, ...rest])],
    ['a length without an end', respell(([, , ...rest]) => [0x30, 0x80, ...rest, 0, 0])],
    ['bytes after the end', respell((bytes) => [...bytes, 0])],
    ['an integer with padding', replace(3, writeDer(INTEGER, Uint8Array.of(0, 7)))],
    ['a negative integer with padding', add(writeDer(INTEGER, Uint8Array.of(0xff, 0x80)))],
    ['an integer of no bytes', replace(3, writeDer(INTEGER))],
    ['a boolean of two bytes', add(writeDer(BOOLEAN, Uint8Array.of(0, 1)))],
    [
      'an object identifier with padding',
      replace(1, writeDer(OBJECT_IDENTIFIER, Uint8Array.of(0x2a, 0x80, 1))),
    ],
    ['an object identifier cut off', replace(1, writeDer(OBJECT_IDENTIFIER, Uint8Array.of(0x2a, 0x81)))],
    ['an object identifier of nothing', replace(1, writeDer(OBJECT_IDENTIFIER))],
    ['a string in pieces', imprint(1, writeDer(0x24, writeDer(OCTET_STRING, DIGEST)))],
    ['a sequence that is none', imprint(1, writeDer(0x10, DIGEST))],
    ['a tag of two bytes', add(Uint8Array.of(0x9f, 0x1f, 0))],
  ]);
});

describe('the time of a token and the time of verification', () => {
  const at = (offsetMs: number) => ({ now: new Date(GEN_TIME.getTime() + offsetMs) });

  it('may be ahead by one minute, since clocks differ, and by no more', async () => {
    expect(await judge({}, at(-60_000))).toMatchObject({ valid: true });
    expect(await judge({}, at(-60_001))).toMatchObject({ valid: false, code: 'in_the_future' });
  });

  it('may be ahead by what it says it may be off', async () => {
    const inaccurate = accuracy(writeInteger(2), writeInteger(500, PRIMITIVE_CONTEXT[0]));

    expect(await judge(inaccurate, at(-62_500))).toMatchObject({ valid: true });
    expect(await judge(inaccurate, at(-62_501))).toMatchObject({ valid: false, code: 'in_the_future' });
  });

  it.each([0, Number.NaN])('may not be ahead with a tolerance of %s', async (toleranceMs) => {
    const ahead = await judge({}, { ...at(-1), toleranceMs });

    expect(ahead).toMatchObject({ valid: false, code: 'in_the_future' });
  });

  it('may lie back any time', async () => {
    expect(await judge({}, { now: new Date('9999-12-31T23:59:59Z') })).toMatchObject({ valid: true });
  });
});
