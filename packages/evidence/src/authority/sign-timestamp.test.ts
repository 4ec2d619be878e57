import { beforeAll, describe, expect, it } from 'vitest';

import { signTimestamp, type TimestampOrder } from '../authority.ts';
import { createAuthority, generateKeys, type TestAuthority } from '../testing/create-authority.ts';
import { buildTimestampRequest } from '../timestamp/build-timestamp-request.ts';
import { BOOLEAN, CONTEXT, OCTET_STRING, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeInteger, writeOid } from '../der/write-der.ts';
import { SHA_1, SHA_256, SHA_512 } from '../x509/oids.ts';
import { readTimestampReply } from '../timestamp/read-timestamp-reply.ts';
import { verifyTimestamp } from '../timestamp/verify-timestamp.ts';

const DIGEST = new Uint8Array(32).fill(7);
const POLICY = '1.3.6.1.4.1.99999.1';
const GEN_TIME = new Date('2026-11-20T10:02:00.120Z');
const { der: REQUEST, nonce: NONCE } = buildTimestampRequest(DIGEST, { nonce: new Uint8Array(8) });

let authority: TestAuthority;
beforeAll(async () => {
  authority = await createAuthority({ between: [{}] });
});

function sign(order: Partial<TimestampOrder> = {}): Promise<Uint8Array> {
  const { certificates, key } = authority;
  const usual = { request: REQUEST, certificates, key, serial: 1n, genTime: GEN_TIME, policy: POLICY };
  return signTimestamp({ ...usual, ...order });
}

async function verify(reply: Uint8Array) {
  const { token } = readTimestampReply(reply);
  return verifyTimestamp(token, { digest: DIGEST, roots: [authority.root], now: GEN_TIME, nonce: NONCE });
}

const writeRequest = (...parts: Uint8Array[]) => writeDer(SEQUENCE, ...parts);
const writeImprint = (hash: string, digest: Uint8Array) =>
  writeDer(SEQUENCE, writeDer(SEQUENCE, writeOid(hash)), writeDer(OCTET_STRING, digest));
const IMPRINT = writeImprint(SHA_256, DIGEST);

describe('an order that is carried out', () => {
  it('states what it was told', async () => {
    expect(await verify(await sign({ serial: 0x80n, accuracyMs: 2500 }))).toEqual({
      valid: true,
      gen_time: '2026-11-20T10:02:00.120Z',
      serial: '80',
      policy: POLICY,
      accuracy_us: 2_500_000,
      authority: 'CN=Test unit',
    });
  });

  it.each([
    ['2026-11-20T10:00:00.000Z', undefined],
    ['2026-11-20T10:00:10.000Z', 1],
    ['2026-11-20T10:00:00.100Z', 999],
    ['2026-11-20T10:00:00.010Z', 1000],
  ])('states the time %s and the accuracy %s, without zeros that DER has not', async (time, accuracyMs) => {
    const order = { genTime: new Date(time), ...(accuracyMs && { accuracyMs }) };

    expect(await verify(await sign(order))).toMatchObject({
      valid: true,
      gen_time: time,
      accuracy_us: accuracyMs ? accuracyMs * 1000 : null,
    });
  });

  it('leaves the certificates out where they are not asked for', async () => {
    const { token } = readTimestampReply(await sign({ request: writeRequest(writeInteger(1), IMPRINT) }));
    const verdict = await verifyTimestamp(token, { digest: DIGEST, roots: [authority.root], now: GEN_TIME });

    expect(verdict).toMatchObject({ valid: false, code: 'missing_certificate' });
  });

  it('takes a request for its own policy, and for longer hashes', async () => {
    const ours = buildTimestampRequest(DIGEST, { nonce: NONCE, policy: POLICY });
    const longer = writeRequest(writeInteger(1), writeImprint(SHA_512, new Uint8Array(64)));

    expect(await verify(await sign({ request: ours.der }))).toMatchObject({ valid: true, policy: POLICY });
    expect(readTimestampReply(await sign({ request: longer })).status).toBe(0);
  });
});

describe('a request that is rejected, in words', () => {
  it.each<[RegExp, Uint8Array]>([
    [/wrong format/, new TextEncoder().encode('GET /')],
    [/wrong format/, writeRequest(writeInteger(2), IMPRINT)],
    [/wrong format/, writeRequest(writeInteger(1), writeImprint(SHA_256, new Uint8Array(31)))],
    [/wrong format/, writeRequest(writeInteger(1), IMPRINT, writeDer(BOOLEAN, Uint8Array.of(0xff)), IMPRINT)],
    [/hash algorithm/, writeRequest(writeInteger(1), writeImprint(SHA_1, new Uint8Array(20)))],
    [/policy/, buildTimestampRequest(DIGEST, { nonce: NONCE, policy: '1.2.3' }).der],
    [/extension/, writeRequest(writeInteger(1), IMPRINT, writeDer(CONTEXT[0], writeDer(SEQUENCE)))],
  ])('%s', async (words, request) => {
    const reply = await sign({ request });

    expect(() => readTimestampReply(reply)).toThrow(words);
    expect(() => readTimestampReply(reply)).toThrow(expect.objectContaining({ code: 'timestamp_refused' }));
  });
});

describe('an order that is a mistake', () => {
  it.each<[string, Partial<TimestampOrder>]>([
    ['invalid_serial', { serial: 0n }],
    ['invalid_serial', { serial: 2n ** 160n }],
    ['invalid_serial', { serial: 1 as unknown as bigint }],
    ['invalid_time', { genTime: new Date(Number.NaN) }],
    ['invalid_time', { genTime: new Date(8.64e15) }],
    ['invalid_time', { accuracyMs: 0 }],
    ['invalid_time', { accuracyMs: 1.5 }],
    ['invalid_time', { accuracyMs: 86_400_001 }],
    ['invalid_policy', { policy: 'demo' }],
    ['invalid_signer', { certificates: [] }],
    ['invalid_signer', { certificates: [new Uint8Array(3)] }],
  ])('is refused with %s', async (code, order) => {
    await expect(sign(order)).rejects.toMatchObject({ name: 'EvidenceError', code });
  });

  it('invalid_signer: a key that is not that of the certificate, of whatever kind', async () => {
    const { privateKey } = await generateKeys('P-256');
    const other = await generateKeys('P-384');

    for (const key of [privateKey, other.privateKey]) {
      await expect(sign({ key })).rejects.toMatchObject({ code: 'invalid_signer' });
    }
  });

  it('invalid_signer: a certificate that is not for timestamping, or not valid at that time', async () => {
    for (const signer of [{ extensions: [] }, { notAfter: '261120100200Z' }]) {
      const { certificates, key } = await createAuthority({ signer });

      await expect(sign({ certificates, key })).rejects.toMatchObject({ code: 'invalid_signer' });
    }
  });

  it('invalid_signer: a key that does not sign timestamps', async () => {
    const { publicKey } = await generateKeys('P-256');
    const pss = {
      name: 'RSA-PSS',
      hash: 'SHA-256',
      modulusLength: 2048,
      publicExponent: Uint8Array.of(1, 0, 1),
    };
    const { privateKey } = await crypto.subtle.generateKey(pss, false, ['sign', 'verify']);

    for (const key of [publicKey, privateKey]) {
      await expect(sign({ key })).rejects.toMatchObject({ code: 'invalid_signer' });
    }
  });
});
