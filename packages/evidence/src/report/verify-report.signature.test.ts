import { beforeAll, describe, expect, it } from 'vitest';

import { CONTEXT, OCTET_STRING, SEQUENCE, UTC_TIME } from '../der/tags.ts';
import { writeDer, writeInteger, writeOid, writeSet } from '../der/write-der.ts';
import type { ReportFaultCode } from '../report-refusal.ts';
import { createAuthority, type TestAuthority } from '../testing/create-authority.ts';
import { forgeCms, type CmsForgery } from '../testing/forge-cms.ts';
import { writeAttribute, writeHash, writeSigningCertificate } from '../testing/forge-token.ts';
import {
  writeBasicConstraints,
  writeExtendedKeyUsage,
  writeExtension,
  writeKeyUsage,
  type CertificateChange,
} from '../testing/issue-certificate.ts';
import { NOW } from '../testing/open-report-case.ts';
import {
  createSigner,
  fillPlaceholder,
  placeSignature,
  SEAL_EXTENSIONS,
  signContent,
  stampDigest,
  type PreparedPdf,
} from '../testing/sign-pdf.ts';
import { writePdf } from '../testing/write-pdf.ts';
import {
  DATA,
  DOCUMENT_SIGNING,
  EMAIL_PROTECTION,
  SHA_1,
  SHA_384,
  SIGNED_DATA,
  SIGNING_CERTIFICATE,
  SIGNING_TIME,
  TIME_STAMPING,
  TIMESTAMP_TOKEN,
  TST_INFO,
} from '../x509/oids.ts';
import { digestBytes } from '../x509/web-crypto.ts';
import { verifyReport } from './verify-report.ts';

let signer: TestAuthority;
let other: TestAuthority;
let tsa: TestAuthority;
let place: PreparedPdf;
beforeAll(async () => {
  [signer, other, tsa] = await Promise.all([createSigner(), createSigner(), createAuthority()]);
  place = await placeSignature(writePdf(), { certificate: signer.certificates[0]! });
});

const judge = (cms: Uint8Array, roots = [signer.root]) =>
  verifyReport(fillPlaceholder(place, cms), { roots, tsaRoots: [tsa.root], now: NOW });

const SIGNED_AT = writeAttribute(SIGNING_TIME, writeDer(UTC_TIME, new TextEncoder().encode('261120100200Z')));

type Forge = () => CmsForgery | Promise<CmsForgery>;

function refuses(code: ReportFaultCode, cases: readonly (readonly [string, Forge])[]): void {
  it.each(cases)(`${code}: %s`, async (_name, forge) => {
    const { verdict, fault, signatures } = await judge(await forgeCms(place.content, signer, await forge()));

    expect({ verdict, code: fault?.code }).toEqual({ verdict: 'invalid', code });
    expect(signatures).toMatchObject([{ verdict: 'invalid', signer: null }]);
  });
}

it('what the tests forge is trusted as long as nothing is changed', async () => {
  expect((await judge(await forgeCms(place.content, signer))).verdict).toBe('trusted');
});

describe('a signature is refused for what it signs', () => {
  refuses('unexpected_attribute', [
    [
      'a signing time of its own, as PAdES baseline forbids',
      () => ({ attributes: (parts) => [...parts, SIGNED_AT] }),
    ],
  ]);
  refuses('missing_attribute', [
    ['no attributes at all', () => ({ signerInfo: (parts) => parts.toSpliced(3, 1) })],
    ['no content type', () => ({ attributes: (parts) => parts.slice(1) })],
    ['no digest', () => ({ attributes: (parts) => parts.toSpliced(1, 1) })],
    ["not the signer's certificate", () => ({ attributes: (parts) => parts.slice(0, 2) })],
    [
      "the signer's certificate by SHA-1 only",
      async () => {
        const digest = await digestBytes('SHA-1', signer.certificates[0]!);
        const id = writeDer(SEQUENCE, writeDer(SEQUENCE, writeDer(SEQUENCE, writeDer(OCTET_STRING, digest))));
        return { attributes: (parts) => [...parts.slice(0, 2), writeAttribute(SIGNING_CERTIFICATE, id)] };
      },
    ],
  ]);
  refuses('wrong_content_type', [
    [
      'another type',
      () => ({
        attributes: (parts) => parts.with(0, writeAttribute('1.2.840.113549.1.9.3', writeOid(TST_INFO))),
      }),
    ],
  ]);
  refuses('wrong_signing_certificate', [
    [
      'a changed certificate: the signer signed that its own is another one',
      async () => {
        const id = await writeSigningCertificate([other.certificates[0]!]);
        return { attributes: (parts) => parts.with(2, writeAttribute('1.2.840.113549.1.9.16.2.47', id)) };
      },
    ],
  ]);
  refuses('malformed', [
    ['an attribute twice', () => ({ attributes: (parts) => [...parts, parts[0]!] })],
    [
      'the content inside, too',
      () => ({
        signedData: (parts) =>
          parts.with(
            2,
            writeDer(SEQUENCE, writeOid(DATA), writeDer(CONTEXT[0], writeDer(OCTET_STRING, place.content))),
          ),
      }),
    ],
    ['two signers', () => ({ signers: ([one]) => [one!, one!] })],
    ['no signer', () => ({ signers: () => [] })],
    ['another version', () => ({ signedData: (parts) => parts.with(0, writeInteger(3)) })],
    ['revocation lists', () => ({ signedData: (parts) => parts.toSpliced(4, 0, writeDer(CONTEXT[1])) })],
    ['two hashes', () => ({ signedData: (parts) => parts.with(1, writeSet([writeHash(SHA_384)])) })],
  ]);
  refuses('unsupported_algorithm', [
    [
      'SHA-1',
      () => ({
        signedData: (parts) => parts.with(1, writeSet([writeHash(SHA_1)])),
        signerInfo: (parts) => parts.with(2, writeHash(SHA_1)),
      }),
    ],
  ]);
  refuses('wrong_signature', [
    [
      "another's key",
      async () => ({
        signerInfo: (parts) =>
          parts.with(5, writeDer(OCTET_STRING, writeDer(SEQUENCE, writeInteger(1), writeInteger(2)))),
      }),
    ],
  ]);
  refuses('missing_certificate', [
    ["not the signer's", () => ({ certificates: (parts) => parts.slice(1) })],
    ['none', () => ({ signedData: (parts) => parts.toSpliced(3, 1) })],
  ]);
  refuses('unexpected_attribute', [
    [
      'something unsigned that is no timestamp',
      () => ({ signerInfo: (parts) => [...parts, writeSet([SIGNED_AT], CONTEXT[1])] }),
    ],
  ]);

  it('wrong_message_digest: it is for other data', async () => {
    const cms = await signContent(Uint8Array.of(1, 2, 3), signer);

    expect(await judge(cms)).toMatchObject({ fault: { place: 'signature 1', code: 'wrong_message_digest' } });
  });

  it('malformed: it is a timestamp, or no CMS', async () => {
    const token = await stampDigest(await digestBytes('SHA-256', place.content), tsa);
    for (const cms of [token, writeDer(SEQUENCE, writeOid(SIGNED_DATA)), Uint8Array.of(0x30, 0x80, 0, 0)]) {
      expect(await judge(cms)).toMatchObject({ fault: { place: 'signature 1', code: 'malformed' } });
    }
  });
});

describe('a certificate that came along', () => {
  it('is passed over when it is that of somebody else, and makes nobody trusted', async () => {
    const forgery: CmsForgery = { certificates: (parts) => [...parts, ...other.certificates, other.root] };
    const cms = await forgeCms(place.content, signer, forgery);

    expect(await judge(cms)).toMatchObject({ verdict: 'trusted', signatures: [{ signer: 'CN=Test unit' }] });
    expect(await judge(cms, [other.root])).toMatchObject({
      verdict: 'untrusted',
      signatures: [{ signer: null, code: 'untrusted' }],
    });
  });

  it('wrong_signature: has the name of an authority and another key', async () => {
    const forgery: CmsForgery = { certificates: ([own]) => [own!, other.certificates[1]!] };

    expect(await judge(await forgeCms(place.content, signer, forgery))).toMatchObject({
      verdict: 'untrusted',
      signatures: [{ verdict: 'untrusted', signer: null }],
    });
  });
});

describe('the timestamp over a signature', () => {
  it('wrong_digest: is of something else', async () => {
    const token = await stampDigest(new Uint8Array(32), tsa);
    const forgery: CmsForgery = {
      signerInfo: (parts) => [...parts, writeSet([writeAttribute(TIMESTAMP_TOKEN, token)], CONTEXT[1])],
    };
    const verdict = await judge(await forgeCms(place.content, signer, forgery));

    expect(verdict).toMatchObject({
      verdict: 'invalid',
      fault: { place: 'signature 1, timestamp', code: 'wrong_digest' },
    });
  });

  it('malformed: is no token', async () => {
    const forgery: CmsForgery = {
      signerInfo: (parts) => [
        ...parts,
        writeSet([writeAttribute(TIMESTAMP_TOKEN, writeInteger(1))], CONTEXT[1]),
      ],
    };

    expect(await judge(await forgeCms(place.content, signer, forgery))).toMatchObject({
      verdict: 'invalid',
      fault: { place: 'signature 1, timestamp', code: 'malformed' },
    });
  });
});

describe("a signer's certificate", () => {
  const judgeSigner = async (change: CertificateChange) => {
    const own = await createSigner({ signer: change });
    const prepared = await placeSignature(writePdf(), { certificate: own.certificates[0]! });
    const pdf = fillPlaceholder(prepared, await signContent(prepared.content, own));
    return verifyReport(pdf, { roots: [own.root], now: NOW });
  };

  it.each<[string, readonly Uint8Array[]]>([
    ['of RFC 9336', [...SEAL_EXTENSIONS, writeExtendedKeyUsage([DOCUMENT_SIGNING])]],
    ['of e-mail', [...SEAL_EXTENSIONS, writeExtendedKeyUsage([EMAIL_PROTECTION])]],
    ['not stated', SEAL_EXTENSIONS],
    ['of digital signatures', [writeKeyUsage(0x80)]],
    ['of non-repudiation alone, as of qualified ones', [writeKeyUsage(0x40)]],
    ['without any statement', []],
  ])('is taken with a purpose %s', async (_name, extensions) => {
    expect((await judgeSigner({ extensions })).verdict).toBe('trusted');
  });

  it.each<[ReportFaultCode, string, CertificateChange]>([
    ['not_for_signing', 'for encryption', { extensions: [writeKeyUsage(0x20)] }],
    [
      'not_for_signing',
      'of a server',
      { extensions: [...SEAL_EXTENSIONS, writeExtendedKeyUsage(['1.3.6.1.5.5.7.3.1'])] },
    ],
    [
      'not_for_signing',
      'of a timestamp authority',
      { extensions: [...SEAL_EXTENSIONS, writeExtendedKeyUsage([TIME_STAMPING])] },
    ],
    [
      'not_for_signing',
      "an authority's",
      { extensions: [...SEAL_EXTENSIONS, writeBasicConstraints({ isAuthority: true })] },
    ],
    [
      'unsupported_certificate',
      'with a critical extension that is unknown',
      { extensions: [writeExtension('1.2.3.4', writeInteger(1))] },
    ],
  ])('%s: one that is %s', async (code, _name, change) => {
    expect(await judgeSigner(change)).toMatchObject({
      verdict: 'invalid',
      fault: { place: 'signature 1', code },
    });
  });

  it('untrusted: one that signed itself, given as a root', async () => {
    const own = await createSigner();
    const prepared = await placeSignature(writePdf(), { certificate: own.certificates[0]! });
    const pdf = fillPlaceholder(prepared, await signContent(prepared.content, own));

    expect(await verifyReport(pdf, { roots: [own.certificates[0]!], now: NOW })).toMatchObject({
      verdict: 'untrusted',
    });
  });
});
