import { beforeAll, describe, expect, it } from 'vitest';

import { answerCrl } from '../testing/answer-revocation.ts';
import { createAuthority, type TestAuthority } from '../testing/create-authority.ts';
import { DIGEST, forgeToken } from '../testing/forge-token.ts';
import {
  BER_KINDS,
  DEFAULT_KINDS,
  isTaken,
  listKinds,
  TOLERANCES,
} from '../testing/token-kinds/list-kinds.ts';
import { unend } from '../testing/token-kinds/spell-ber.ts';
import { INTEGER, OCTET_STRING, PRINTABLE_STRING, SEQUENCE, SET } from '../der/tags.ts';
import { writeDer, writeInteger, writeOid } from '../der/write-der.ts';
import { concatBytes } from '../bytes.ts';
import { readTimestampReply } from './read-timestamp-reply.ts';
import { verifyTimestamp, type TimestampVerdict } from './verify-timestamp.ts';

let authority: TestAuthority;
let plain: TimestampVerdict;
beforeAll(async () => {
  authority = await createAuthority();
  plain = await judge(await forgeToken(authority));
});

function judge(token: Uint8Array, { root }: TestAuthority = authority): Promise<TimestampVerdict> {
  return verifyTimestamp(token, { digest: DIGEST, roots: [root], now: new Date('2026-11-20T10:03:00Z') });
}

// Their statements differ from the plain one, which other tests cover.
const STATING: readonly string[] = DEFAULT_KINDS.map(({ name }) => name);

describe.each(TOLERANCES)('$title', ({ kinds }) => {
  it.each(kinds.filter(isTaken))('are taken, and state the same: $name', async ({ name, forge }) => {
    const verdict = await judge(await forge(authority));

    expect(verdict).toMatchObject({ valid: true });
    if (!STATING.includes(name)) expect(verdict).toEqual(plain);
  });

  it.each(kinds.filter((each) => !isTaken(each)))('are refused: $name', async ({ forge }) => {
    expect(await judge(await forge(authority))).toMatchObject({ valid: false });
  });

  it.each(kinds.filter(isTaken))(
    'are refused with a bit of the digest, of the time or of the signature flipped: $name',
    async ({ forge }) => {
      const token = await forge(authority);
      for (const flipped of flipEach(token)) expect(await judge(flipped)).toMatchObject({ valid: false });
    },
  );

  it.each(kinds.filter(isTaken))('are refused when another key signed them: $name', async ({ forge }) => {
    const { key } = await createAuthority();

    expect(await judge(await forge({ ...authority, key }))).toMatchObject({
      valid: false,
      code: 'wrong_signature',
    });
  });
});

it('revocation lists that come along are passed over, and nothing else is', async () => {
  const issuer = { certificate: authority.root, key: authority.rootKeys.privateKey };
  // The list revokes the signer, and is ignored: nobody signed that it belongs to the token.
  const crl = await answerCrl({ certificate: authority.certificates[0]!, issuer }, { status: 'revoked' });
  for (const { name, refused, forge } of listKinds(crl)) {
    expect([name, (await judge(await forge(authority))).valid]).toEqual([name, refused === undefined]);
  }
});

it('an issuer that a certificate names in another string is found, and verified by its key', async () => {
  const attribute = writeDer(
    SEQUENCE,
    writeOid('2.5.4.3'),
    writeDer(PRINTABLE_STRING, new TextEncoder().encode('TEST root')),
  );
  const name = writeDer(SEQUENCE, writeDer(SET, attribute));
  const changes = { signer: { signedParts: (parts: Uint8Array[]) => parts.with(3, name) } };
  const [one, other] = await Promise.all([createAuthority(changes), createAuthority(changes)]);
  const token = await forgeToken(one);

  expect(await judge(token, one)).toMatchObject({ valid: true });
  expect(await judge(token, other)).toMatchObject({ valid: false, code: 'untrusted' });
});

it('a certificate above the signer that is spelled as BER has it is refused, though its issuer signed what is in it', async () => {
  const given = await createAuthority({ between: [{}] });
  const token = await forgeToken(given, { certificates: ([own, above]) => [own!, unend(above!)] });

  expect(await judge(await forgeToken(given), given)).toMatchObject({ valid: true });
  expect(await judge(token, given)).toMatchObject({ valid: false, code: 'malformed' });
});

it.each(BER_KINDS.filter(isTaken))(
  'a reply may hold one, whose bytes stay as they are: $name',
  async ({ forge }) => {
    const token = await forge(authority);
    const status = writeDer(SEQUENCE, writeInteger(0));
    const unended = concatBytes([Uint8Array.of(SEQUENCE, 0x80), status, token, new Uint8Array(2)]);

    for (const reply of [writeDer(SEQUENCE, status, token), unended]) {
      expect(readTimestampReply(reply)).toEqual({ status: 0, token });
    }
  },
);

function flipEach(token: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(token);
  const places = [
    bytes.indexOf(DIGEST.subarray(20)),
    bytes.indexOf('20261120100200') + 13,
    findSignature(bytes),
  ];
  return places.map((place) => {
    expect(place).toBeGreaterThan(13);
    const flipped = new Uint8Array(token);
    flipped[place]! ^= 1;
    return flipped;
  });
}

// Finds a sequence of two numbers in an octet string, the last of its kind in the token.
function findSignature(bytes: Buffer): number {
  for (let place = bytes.length - 60; place > 0; place--) {
    const isSequence = bytes[place] === SEQUENCE && bytes[place + 2] === INTEGER;
    if (isSequence && bytes[place - 2] === OCTET_STRING) return place + 20;
  }
  return -1;
}
