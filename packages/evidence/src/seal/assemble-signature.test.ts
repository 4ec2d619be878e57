import { beforeAll, describe, expect, it } from 'vitest';

import { readDer } from '../der/read-der.ts';
import { createAuthority, type KeyKind, type TestAuthority } from '../testing/create-authority.ts';
import {
  openPlaceholder,
  createSigner,
  signContent,
  signPdf,
  stampDigest,
  type SignChoice,
} from '../testing/sign-pdf.ts';
import { NOW } from '../testing/open-report-case.ts';
import { opensslVersion } from '../testing/openssl-authority.ts';
import { verifyCmsWithOpenssl } from '../testing/run-openssl-cms.ts';
import { hasCertutil, isForgiven, pdfsigVersion, trustByPdfsig } from '../testing/run-pdfsig.ts';
import { writePdf } from '../testing/write-pdf.ts';
import { SIGNING_TIME } from '../x509/oids.ts';
import { writeOid } from '../der/write-der.ts';
import { signBytes } from '../authority/signing-key.ts';
import { digestBytes } from '../x509/web-crypto.ts';
import { assembleSignature } from './assemble-signature.ts';
import { hashSignature } from './hash-signature.ts';
import { prepareSignature } from './prepare-signature.ts';

const CONTENT = new TextEncoder().encode('the two byte ranges of a PDF');
const CHOICES: [string, KeyKind, SignChoice][] = [
  ['P-256', 'P-256', {}],
  ['P-384 with SHA-384', 'P-384', { hash: 'SHA-384' }],
  ['P-521 with SHA-512', 'P-521', { hash: 'SHA-512' }],
  ['RSA', 'RSA-3072', {}],
  ['RSA with SHA-512', 'RSA-3072', { hash: 'SHA-512' }],
  ['RSA-PSS', 'RSA-3072', { isPss: true }],
];

let signer: TestAuthority;
let tsa: TestAuthority;
beforeAll(async () => {
  [signer, tsa] = await Promise.all([createSigner(), createAuthority()]);
});

const openssl = opensslVersion ?? 'SKIPPED, since the openssl program is not installed';
const pdfsig = pdfsigVersion ?? 'SKIPPED, since pdfsig is not installed';

describe.skipIf(!opensslVersion)(`\`openssl cms -verify\` takes what is assembled (${openssl})`, () => {
  it.each(CHOICES)('%s, with a timestamp and without', async (_name, kind, choice) => {
    const own = await createSigner({ kind });
    for (const given of [choice, { ...choice, tsa }]) {
      const cms = await signContent(CONTENT, own, given);
      expect(verifyCmsWithOpenssl({ cms, content: CONTENT, root: own.root, at: NOW })).toBe(true);
      expect(verifyCmsWithOpenssl({ cms, content: CONTENT.slice(1), root: own.root, at: NOW })).toBe(false);
    }
  });
});

describe.skipIf(!pdfsigVersion)(`pdfsig calls it valid in a PDF (${pdfsig})`, () => {
  it.each(CHOICES)('%s, with a timestamp', async (_name, kind, choice) => {
    const own = await createSigner({ kind });

    expect(isForgiven(await signPdf(writePdf(), own, { ...choice, tsa }))).toBe(true);
  });

  it.skipIf(!hasCertutil)(
    'and trusts it under the test root, and under no other (needs certutil of NSS)',
    async () => {
      const own = await createSigner({ kind: 'RSA-3072' });
      const pdf = await signPdf(writePdf(), own, { tsa });

      expect(trustByPdfsig(pdf, own.root)).toEqual(['Certificate is Trusted.']);
      expect(trustByPdfsig(pdf, signer.root)).not.toEqual(['Certificate is Trusted.']);
    },
  );
});

describe('a signature in two steps', () => {
  const order = async () => ({
    digest: await digestBytes('SHA-256', CONTENT),
    certificates: signer.certificates,
  });

  it('gives the same bytes for the same order, and their digest for providers that take no more', async () => {
    const [one, other] = [await prepareSignature(await order()), await prepareSignature(await order())];

    expect(one).toEqual(other);
    expect(one).toMatchObject({ hash: 'SHA-256', algorithm: 'ECDSA' });
    expect(one.digest).toEqual(await digestBytes('SHA-256', one.bytes));
  });

  it('has no signing time: a PDF has its claim elsewhere, and a timestamp is the proof', async () => {
    const { bytes } = await prepareSignature(await order());

    expect(readDer(bytes).children).toHaveLength(3);
    expect(Buffer.from(bytes).includes(Buffer.from(writeOid(SIGNING_TIME)))).toBe(false);
  });

  it('takes an ECDSA signature as DER, or with r and s side by side', async () => {
    const { bytes } = await prepareSignature(await order());
    const der = await signBytes(signer.key, bytes);
    const [r, s] = readDer(der).children.map(({ content }) => Buffer.from(content).toString('hex'));
    const raw = Buffer.from([r!, s!].map((hex) => hex.slice(-64).padStart(64, '0')).join(''), 'hex');

    const signature = new Uint8Array(raw);
    expect(await assembleSignature({ ...(await order()), signature })).toEqual(
      await assembleSignature({ ...(await order()), signature: der }),
    );
    expect(await hashSignature({ ...(await order()), signature })).toEqual(await digestBytes('SHA-256', der));
  });

  it('invalid_signature: by another key, over another digest, or nothing at all', async () => {
    const other = await createSigner();
    const { bytes } = await prepareSignature(await order());
    const later = await prepareSignature({ ...(await order()), digest: new Uint8Array(32) });
    const lies = [
      await signBytes(other.key, bytes),
      await signBytes(signer.key, later.bytes),
      await signBytes(signer.key, CONTENT),
      new Uint8Array(),
      new Uint8Array(64),
      'text' as unknown as Uint8Array,
    ];

    for (const signature of lies) {
      await expect(assembleSignature({ ...(await order()), signature })).rejects.toMatchObject({
        code: 'invalid_signature',
      });
    }
  });

  it('invalid_signature: with a certificate other than the one that was prepared with', async () => {
    const renewed = await createSigner();
    const { bytes } = await prepareSignature(await order());
    const signature = await signBytes(signer.key, bytes);
    const certificates = [renewed.certificates[0]!, ...signer.certificates.slice(1)];

    await expect(assembleSignature({ ...(await order()), certificates, signature })).rejects.toMatchObject({
      code: 'invalid_signature',
    });
  });

  it('invalid_signature: with a timestamp of something else, or none', async () => {
    const { bytes } = await prepareSignature(await order());
    const signature = await signBytes(signer.key, bytes);
    const others = [await stampDigest(new Uint8Array(32), tsa), Uint8Array.of(0x30, 0x00), new Uint8Array()];

    for (const timestamp of others) {
      await expect(assembleSignature({ ...(await order()), signature, timestamp })).rejects.toMatchObject({
        code: 'invalid_signature',
      });
    }
  });

  it.each([
    ['invalid_digest', { digest: new Uint8Array(20) }],
    ['invalid_digest', { hash: 'SHA-384' as const }],
    ['invalid_digest', { hash: 'SHA-1' as 'SHA-256' }],
    ['invalid_signer', { certificates: [] }],
    ['invalid_signer', { certificates: [Uint8Array.of(1)] }],
    ['invalid_signer', { scheme: 'RSA-PSS' as const }],
    ['invalid_signer', { scheme: 'DSA' as 'RSA-PSS' }],
  ])('%s: %o', async (code, change) => {
    await expect(prepareSignature({ ...(await order()), ...change })).rejects.toMatchObject({ code });
  });

  it('fits into 32 KiB with a timestamp and chains, with room to spare', async () => {
    const own = await createSigner({ kind: 'RSA-3072' });
    const pdf = await signPdf(writePdf(), own, { tsa });
    const { bytes, start, end } = openPlaceholder(pdf);
    const hex = Buffer.from(bytes.subarray(start, end))
      .toString('latin1')
      .replace(/(00)+$/, '');

    expect(hex.length / 2).toBeLessThan(6000);
  });
});
