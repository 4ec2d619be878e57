import { beforeAll, describe, expect, it } from 'vitest';

import { CONTEXT, NULL, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeOid } from '../der/write-der.ts';
import {
  answerCrl,
  answerOcsp,
  NEXT_UPDATE,
  REVOKED_AT,
  type AnswerChange,
} from '../testing/answer-revocation.ts';
import { readOcspByOpenssl, readRequestByOpenssl, verifiesCrlByOpenssl } from '../testing/ask-openssl.ts';
import {
  AUTHORITY_EXTENSIONS,
  generateKeys,
  type TestAuthority,
  type TestIssuer,
} from '../testing/create-authority.ts';
import {
  issueCertificate,
  writeExtendedKeyUsage,
  writeExtension,
  writeKeyUsage,
  type CertificateChange,
} from '../testing/issue-certificate.ts';
import { opensslVersion } from '../testing/openssl-authority.ts';
import { createSigner, SEAL_EXTENSIONS } from '../testing/sign-pdf.ts';
import { OCSP_NO_CHECK, OCSP_SIGNING } from '../x509/oids.ts';
import { buildOcspRequest } from './build-ocsp-request.ts';
import { listRevocationSources } from './list-revocation-sources.ts';
import { verifyRevocation } from './verify-revocation.ts';

const AT = new Date('2026-11-21T00:00:00.000Z');
const GOOD = { status: 'good', until: NEXT_UPDATE.toISOString() };
const REVOKED = { status: 'revoked', revoked_at: REVOKED_AT.toISOString() };
const UNKNOWN = { status: 'unknown' };

let signer: TestAuthority;
let certificate: Uint8Array;
let issuer: TestIssuer;
beforeAll(async () => {
  signer = await createSigner();
  certificate = signer.certificates[0]!;
  issuer = signer.issuers[0]!;
});

const judge = (given: { ocsps?: Uint8Array[]; crls?: Uint8Array[]; at?: Date; own?: Uint8Array }) =>
  verifyRevocation({
    certificate: given.own ?? certificate,
    issuer: issuer.certificate,
    ocsps: given.ocsps ?? [],
    crls: given.crls ?? [],
    at: given.at ?? AT,
  });
const ocsp = (change: AnswerChange = {}) => answerOcsp({ certificate, issuer }, change);
const crl = (change: AnswerChange = {}) => answerCrl({ certificate, issuer }, change);

const NO_CHECK = writeExtension(OCSP_NO_CHECK, writeDer(NULL), { critical: false });
const APPOINTED = [writeKeyUsage(0x80), writeExtendedKeyUsage([OCSP_SIGNING]), NO_CHECK];

const appoint = async (change: CertificateChange = {}, issuerKey = issuer.key): Promise<TestIssuer> => {
  const { publicKey, privateKey } = await generateKeys('P-256');
  const names = { subject: 'Test responder', issuer: 'Test authority 1' };
  const basis = { extensions: APPOINTED, publicKey, issuerKey, serial: 7 };
  return { certificate: await issueCertificate({ ...names, ...basis, ...change }), key: privateKey };
};

describe('an answer of a responder', () => {
  it('proves good or revoked, by the key of the issuer', async () => {
    expect(await judge({ ocsps: [await ocsp()] })).toEqual(GOOD);
    expect(await judge({ ocsps: [await ocsp({ status: 'revoked' })] })).toEqual(REVOKED);
    expect(await judge({ ocsps: [await ocsp({ status: 'unknown' })] })).toEqual(UNKNOWN);
  });

  it('proves it by the key of a responder whom the issuer appointed', async () => {
    expect(await judge({ ocsps: [await ocsp({ responder: await appoint() })] })).toEqual(GOOD);
  });

  it.each<[string, CertificateChange]>([
    ['that is for something else', { extensions: SEAL_EXTENSIONS }],
    ['that is for timestamps', { extensions: [writeExtendedKeyUsage(['1.3.6.1.5.5.7.3.8']), NO_CHECK] }],
    ['that would have to be looked up itself', { extensions: APPOINTED.slice(0, 2) }],
    ['that may not sign', { extensions: [writeKeyUsage(0x20), ...APPOINTED.slice(1)] }],
    ['that has ended', { notAfter: '261119000000Z' }],
  ])('proves nothing by a certificate %s', async (_name, change) => {
    expect(await judge({ ocsps: [await ocsp({ responder: await appoint(change) })] })).toEqual(UNKNOWN);
  });

  it('proves nothing by a responder of somebody else, or one that is not there', async () => {
    const { privateKey } = await generateKeys('P-256');
    const responder = await appoint({}, privateKey);
    expect(await judge({ ocsps: [await ocsp({ responder })] })).toEqual(UNKNOWN);
    const alone = await ocsp({ responder: await appoint(), isAlone: true });
    expect(await judge({ ocsps: [alone] })).toEqual(UNKNOWN);
  });

  it('proves nothing by the signer itself', async () => {
    const responder = { certificate, key: signer.key };
    expect(await judge({ ocsps: [await ocsp({ responder })] })).toEqual(UNKNOWN);
  });

  it('proves nothing when it has what is not understood, and critically so', async () => {
    const value = writeDer(SEQUENCE);
    for (const [critical, verdict] of [
      [true, UNKNOWN],
      [false, GOOD],
    ] as const) {
      const extension = writeExtension('1.2.3.4', value, { critical });
      expect(await judge({ ocsps: [await ocsp({ extension })] })).toEqual(verdict);
    }
  });

  it('proves nothing with any one bit flipped, and breaks nothing', async () => {
    const answer = await ocsp();
    for (let at = 0; at < answer.length; at++) {
      const flipped = Uint8Array.from(answer);
      flipped[at]! ^= 1 << (at % 8);
      expect(await judge({ ocsps: [flipped] }), `byte ${at}`).toEqual(UNKNOWN);
    }
  });
});

describe('a revocation list', () => {
  it('proves good or revoked', async () => {
    expect(await judge({ crls: [await crl()] })).toEqual(GOOD);
    expect(await judge({ crls: [await crl({ status: 'revoked' })] })).toEqual(REVOKED);
  });

  it('proves nothing when it is one of changes only, or of several issuers', async () => {
    const changesOnly = writeExtension('2.5.29.27', Uint8Array.of(0x02, 0x01, 0x01));
    const indirect = writeExtension('2.5.29.28', writeDer(SEQUENCE, Uint8Array.of(0x84, 0x01, 0xff)));
    for (const extension of [changesOnly, indirect]) {
      expect(await judge({ crls: [await crl({ extension })] })).toEqual(UNKNOWN);
    }
  });

  it('proves it of those that it is limited to', async () => {
    const limitTo = (tag: number) =>
      writeExtension('2.5.29.28', writeDer(SEQUENCE, Uint8Array.of(tag, 0x01, 0xff)));
    expect(await judge({ crls: [await crl({ extension: limitTo(0x81) })] })).toEqual(GOOD);
    expect(await judge({ crls: [await crl({ extension: limitTo(0x82) })] })).toEqual(UNKNOWN);
  });

  it('that is one of many proves it of those that name it', async () => {
    const place = (url: string) => writeDer(CONTEXT[0], writeDer(CONTEXT[0], writeUri(url)));
    const naming = (url: string) =>
      writeExtension('2.5.29.31', writeDer(SEQUENCE, writeDer(SEQUENCE, place(url))), { critical: false });
    const extension = writeExtension('2.5.29.28', writeDer(SEQUENCE, place('http://a.example/1')));
    const list = await crl({ extension });
    for (const [url, verdict] of [
      ['http://a.example/1', GOOD],
      ['http://a.example/2', UNKNOWN],
    ] as const) {
      const other = await createNamed(naming(url));
      expect(await judge({ crls: [list], own: other })).toEqual(verdict);
    }
    expect(await judge({ crls: [list] })).toEqual(UNKNOWN);
  });

  it('proves nothing by an issuer that may not sign lists', async () => {
    const [constraints] = AUTHORITY_EXTENSIONS;
    const other = await createSigner();
    const { publicKey, privateKey } = await generateKeys('P-256');
    const above = await issueCertificate({
      subject: 'Test authority 1',
      issuer: 'Test root',
      extensions: [constraints!, writeKeyUsage(0x04)],
      publicKey,
      issuerKey: other.rootKeys.privateKey,
    });
    const list = await answerCrl({ certificate, issuer: { certificate: above, key: privateKey } });
    const given = { certificate, issuer: above, ocsps: [], crls: [list], at: AT };
    expect(await verifyRevocation(given)).toEqual(UNKNOWN);
  });

  it('proves nothing with any one bit flipped, and breaks nothing', async () => {
    const list = await crl();
    for (let at = 0; at < list.length; at++) {
      const flipped = Uint8Array.from(list);
      flipped[at]! ^= 1 << (at % 8);
      expect(await judge({ crls: [flipped] }), `byte ${at}`).toEqual(UNKNOWN);
    }
  });
});

const URI = 0x86;
const writeUri = (url: string) => writeDer(URI, new TextEncoder().encode(url));

const createNamed = async (extension: Uint8Array): Promise<Uint8Array> => {
  const { publicKey } = await generateKeys('P-256');
  const names = { subject: 'Test unit', issuer: 'Test authority 1' };
  const extensions = [...SEAL_EXTENSIONS, extension];
  return issueCertificate({ ...names, extensions, publicKey, issuerKey: issuer.key, serial: 99 });
};

describe('where it can be told', () => {
  it('is read from the certificate', async () => {
    const method = writeOid('1.3.6.1.5.5.7.48.1');
    const other = writeOid('1.3.6.1.5.5.7.48.2');
    const access = writeDer(
      SEQUENCE,
      writeDer(SEQUENCE, other, writeUri('http://ca.example/ca.cer')),
      writeDer(SEQUENCE, method, writeUri('http://ocsp.example/')),
    );
    const named = await createNamed(writeExtension('1.3.6.1.5.5.7.1.1', access, { critical: false }));
    expect(listRevocationSources(named)).toEqual({ responders: ['http://ocsp.example/'], lists: [] });
  });

  it('is nowhere in one that names nobody, or is out of form', async () => {
    expect(listRevocationSources(certificate)).toEqual({ responders: [], lists: [] });
    const odd = await createNamed(writeExtension('2.5.29.31', writeDer(NULL), { critical: false }));
    expect(listRevocationSources(odd)).toEqual({ responders: [], lists: [] });
    expect(() => listRevocationSources(Uint8Array.of(1))).toThrow(
      expect.objectContaining({ code: 'invalid_signer' }),
    );
  });
});

const openssl = opensslVersion ?? 'SKIPPED, since the openssl program is not installed';

describe.skipIf(!opensslVersion)(`the openssl program agrees (${openssl})`, () => {
  it('on answers', async () => {
    const question = { certificate, issuer: issuer.certificate };
    const read = async (change: AnswerChange) => readOcspByOpenssl(await ocsp(change), question);
    const now = { thisUpdate: new Date(), nextUpdate: new Date(Date.now() + 86_400_000) };
    expect(await read(now)).toBe('good');
    expect(await read({ ...now, status: 'revoked' })).toBe('revoked');
    expect(await read({ ...now, responder: await appoint() })).toBe('good');
    const { privateKey } = await generateKeys('P-256');
    expect(await read({ ...now, responder: await appoint({}, privateKey) })).toContain(
      'Response Verify Failure',
    );
  });

  it('on requests', async () => {
    const request = await buildOcspRequest({ certificate, issuer: issuer.certificate });
    expect(readRequestByOpenssl(request)).toMatch(/Hash Algorithm: sha1[\s\S]*Serial Number: 63/);
  });

  it('on lists', async () => {
    expect(verifiesCrlByOpenssl(await crl(), issuer.certificate)).toBe(true);
    const { privateKey } = await generateKeys('P-256');
    const forged = await crl({ responder: { ...issuer, key: privateKey } });
    expect(verifiesCrlByOpenssl(forged, issuer.certificate)).toBe(false);
    expect(await judge({ crls: [forged] })).toEqual(UNKNOWN);
  });
});
