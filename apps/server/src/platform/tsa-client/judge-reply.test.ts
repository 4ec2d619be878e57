import { generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto';
import { buildTimestampRequest } from '@field-inspection/evidence';
import { signTimestamp } from '@field-inspection/evidence/authority';
import { createAuthority } from '@field-inspection/evidence/testing/create-authority';
import { DIGEST as stamped, GEN_TIME } from '@field-inspection/evidence/testing/forge-token';
import { PLAIN_KINDS } from '@field-inspection/evidence/testing/token-kinds/list-kinds';
import { AsnConvert } from '@peculiar/asn1-schema';
import * as asn1 from '@peculiar/asn1-x509';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeName, signCertificate, validFor } from '../../demo/authority/sign-certificate.ts';
import { systemRandom } from '../secrets/random.ts';
import { judgeReply } from './judge-reply.ts';

const now = new Date();
const digest = Uint8Array.from(systemRandom.bytes(32));
const request = buildTimestampRequest(digest, { nonce: systemRandom.bytes(8) });
const MINUTE_MS = 60_000;

const toDer = (value: object) => Buffer.from(AsnConvert.serialize(value));
const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const issue = (
  subject: { name: string; publicKey: KeyObject },
  issuer: { name: string; privateKey: KeyObject },
  extensions: Parameters<typeof signCertificate>[0]['extensions'],
): Uint8Array =>
  new X509Certificate(
    signCertificate(
      { subject: makeName(subject.name), publicKey: subject.publicKey, extensions, validity: validFor(10) },
      { name: makeName(issuer.name), key: issuer.privateKey },
    ),
  ).raw;

const AUTHORITY = [
  { oid: asn1.id_ce_basicConstraints, critical: true, content: new asn1.BasicConstraints({ cA: true }) },
  {
    oid: asn1.id_ce_keyUsage,
    critical: true,
    content: new asn1.KeyUsage(asn1.KeyUsageFlags.keyCertSign | asn1.KeyUsageFlags.cRLSign),
  },
];
const UNIT = [
  {
    oid: asn1.id_ce_extKeyUsage,
    critical: true,
    content: new asn1.ExtendedKeyUsage([asn1.id_kp_timeStamping]),
  },
];
const keys = { root: newKeys(), middle: newKeys(), unit: newKeys() };
const root = issue({ name: 'root', ...keys.root }, { name: 'root', ...keys.root }, AUTHORITY);
const middle = issue({ name: 'middle', ...keys.middle }, { name: 'root', ...keys.root }, AUTHORITY);
const unit = issue({ name: 'unit', ...keys.unit }, { name: 'middle', ...keys.middle }, UNIT);

const sign = (certificates: Uint8Array[], genTime = now) =>
  signTimestamp({
    request: request.der,
    certificates,
    key: keys.unit.privateKey.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']),
    serial: 7n,
    genTime,
    policy: '2.25.1',
    accuracyMs: 1_000,
  });
const judge = (reply: Uint8Array, roots: Uint8Array[] = []) =>
  judgeReply(reply, { digest, nonce: request.nonce, roots, now });

const listTakenFlips = async (reply: Uint8Array, roots: Uint8Array[]): Promise<number[]> => {
  const taken = [];
  for (let bit = 0; bit < reply.length * 8; bit += 23) {
    const flipped = Uint8Array.from(reply);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    if ((await judge(flipped, roots)).ok) taken.push(bit);
  }
  return taken;
};

/** Nothing rests on the copy of a root, nor on the name of the signer's issuer outside of certificates. */
const isFree = (reply: Uint8Array, at: number): boolean => {
  const name = toDer(makeName('middle'));
  const copy = Buffer.from(reply).indexOf(root);
  const signer = Buffer.from(reply).lastIndexOf(name);
  return (at >= copy && at < copy + root.length) || (at >= signer && at < signer + name.length);
};

describe('judgeReply, with no roots of its own', () => {
  it.each([
    ['up to the root', [unit, middle, root]],
    ['without the root', [unit, middle]],
  ])('takes a token whose certificates lead upwards, %s', async (_name, certificates) => {
    expect(await judge(await sign(certificates))).toMatchObject({
      ok: true,
      genTime: now,
      serial: '07',
      policy: '2.25.1',
    });
  });

  it('takes none that brings only its signer, and says what to do', async () => {
    expect(await judge(await sign([unit]))).toEqual({
      ok: false,
      failure: 'rejected',
      message: expect.stringMatching(/leads to none .*Name its authority in TSA_CA_FILE\.$/) as string,
    });
  });

  it('takes none with a bit flipped, but in the root that came along, and in the names of issuers', async () => {
    const reply = await sign([unit, middle, root]);
    const start = Buffer.from(reply).indexOf(middle);
    const issuer = Buffer.from(reply).indexOf(toDer(makeName('root')), start);
    const isIssuer = (at: number) => at >= issuer && at < issuer + toDer(makeName('root')).length;
    for (const bit of await listTakenFlips(reply, [])) {
      expect(isFree(reply, bit >> 3) || isIssuer(bit >> 3)).toBe(true);
    }
  });

  it.each(PLAIN_KINDS)('takes a token as some authority writes it: $name', async ({ forge }) => {
    const { digest, nonce } = { digest: stamped, nonce: request.nonce };
    const authority = await createAuthority({ between: [{}] });
    const reply = async (nonces: { nonce?: Uint8Array }) =>
      Buffer.concat([
        Uint8Array.from([0x30, 0x80, 0x30, 3, 2, 1, 0]),
        await forge(authority, { digest, ...nonces }),
        Buffer.alloc(2),
      ]);
    const expected = { digest, nonce, roots: [], now: GEN_TIME };

    expect(await judgeReply(await reply({ nonce }), expected)).toMatchObject({ ok: true, genTime: GEN_TIME });
    expect(await judgeReply(await reply({}), expected)).toMatchObject({ ok: false, failure: 'rejected' });
  });

  it('takes nothing that is no reply, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect(await judge(bytes)).toMatchObject({ ok: false, failure: 'rejected' });
      }),
    );
  });
});

describe('judgeReply, with roots', () => {
  it('takes a token that leads to one of them, and no other', async () => {
    const stranger = issue({ name: 'root', ...keys.unit }, { name: 'root', ...keys.unit }, AUTHORITY);
    const reply = await sign([unit, middle]);
    expect(await judge(reply, [root])).toMatchObject({ ok: true });
    expect(await judge(reply, [stranger])).toMatchObject({ ok: false, failure: 'rejected' });
  });

  it('takes none with a bit flipped, but in its copy of the root, and in the name by which its signer is found', async () => {
    const reply = await sign([unit, middle, root]);
    for (const bit of await listTakenFlips(reply, [root])) expect(isFree(reply, bit >> 3)).toBe(true);
  });

  it('takes a token of a unit alone that a root itself has issued', async () => {
    expect(await judge(await sign([unit]), [middle])).toMatchObject({ ok: true });
  });

  it('says that a root is no certificate', async () => {
    expect(await judge(await sign([unit, middle]), [Uint8Array.of(1)])).toMatchObject({
      failure: 'rejected',
    });
  });
});

describe('the time of a token', () => {
  it.each([
    [0, true],
    [5 * MINUTE_MS, true],
    [-5 * MINUTE_MS, true],
    [6 * MINUTE_MS, false],
    [-6 * MINUTE_MS, false],
  ])('%i ms off the clock: taken is %s', async (offMs, isTaken) => {
    const reply = await sign([unit, middle], new Date(now.getTime() + offMs));
    expect((await judge(reply, [root])).ok).toBe(isTaken);
  });
});
