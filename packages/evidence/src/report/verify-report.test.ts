import { PDF } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';

import { SEQUENCE, UTF8_STRING } from '../der/tags.ts';
import { writeDer, writeOid, writeSet } from '../der/write-der.ts';
import type { KeyKind } from '../testing/create-authority.ts';
import { GEN_TIME } from '../testing/forge-token.ts';
import { NOW, openReportCase, type ReportCase } from '../testing/open-report-case.ts';
import { createSigner, signPdf, stampDigest, type SignChoice } from '../testing/sign-pdf.ts';
import { writePdf } from '../testing/write-pdf.ts';
import { writePem } from '../x509/pem.ts';
import { verifyReport } from './verify-report.ts';

let given: ReportCase;
beforeAll(async () => {
  given = await openReportCase();
});

describe('a sealed report', () => {
  it('is trusted under the root of its seal, at the time that its timestamp proves', async () => {
    expect(await given.judge(given.sealed)).toEqual({
      verdict: 'trusted',
      message:
        'Nothing was changed since its first signature but by adding further ones. "Seal": signed by CN=Test unit, before 2026-11-20T10:02:00.000Z, as its timestamp proves. It does not tell of every certificate whether it was revoked.',
      fault: null,
      signatures: [
        {
          field: 'Seal',
          kind: 'signature',
          subfilter: 'ETSI.CAdES.detached',
          verdict: 'trusted',
          ok: true,
          demo: false,
          signer: 'CN=Test unit',
          signer_kind: null,
          level: 'B-T',
          time: GEN_TIME.toISOString(),
          time_source: 'signature_timestamp',
          timestamp: {
            verdict: 'trusted',
            demo: false,
            gen_time: GEN_TIME.toISOString(),
            authority: 'CN=Test unit',
          },
          covers_whole_document: true,
        },
      ],
      revisions: 2,
      head: null,
      has_validation_data: false,
    });
  });

  it('is read from a Blob, and roots from PEM', async () => {
    const roots = [writePem(given.signer.root)];
    const verdict = await verifyReport(new Blob([new Uint8Array(given.sealed)]), { roots, now: NOW });

    expect(verdict.verdict).toBe('trusted');
  });

  it('is B-B at a time that nothing proves, where no root of its timestamp is given', async () => {
    const verdict = await verifyReport(given.sealed, { roots: [given.signer.root], now: NOW });

    expect(verdict).toMatchObject({
      verdict: 'trusted',
      signatures: [
        {
          level: 'B-B',
          time: NOW.toISOString(),
          time_source: 'now',
          timestamp: { verdict: 'untrusted', authority: null },
        },
      ],
    });
  });

  it('is untrusted without its root, and its signer is not named: anyone can call themselves that', async () => {
    for (const roots of [[], [given.tsa.root]]) {
      expect(await verifyReport(given.sealed, { roots, now: NOW })).toMatchObject({
        verdict: 'untrusted',
        fault: null,
        signatures: [{ verdict: 'untrusted', ok: true, signer: null, code: 'untrusted' }],
      });
    }
  });

  it('without any signature is untrusted, which says that nothing is proven', async () => {
    expect(await given.judge(writePdf())).toMatchObject({
      verdict: 'untrusted',
      fault: null,
      signatures: [],
      message: expect.stringContaining('no signature'),
    });
  });

  it('rejects arguments that are not the report’s', async () => {
    const refuses = (pdf: unknown, expectation: object) =>
      expect(verifyReport(pdf as Uint8Array, { now: NOW, ...expectation })).rejects;

    await refuses('text', {}).toMatchObject({ code: 'invalid_report' });
    await refuses(null, {}).toMatchObject({ code: 'invalid_report' });
    await refuses(given.sealed, { roots: [Uint8Array.of(1)] }).toMatchObject({ code: 'invalid_root' });
    await refuses(given.sealed, { tsaRoots: ['no PEM'] }).toMatchObject({ code: 'invalid_root' });
    await refuses(given.sealed, { now: new Date(Number.NaN) }).toMatchObject({ code: 'invalid_time' });
  });

  it('is not disturbed by a caller who writes over the bytes meanwhile', async () => {
    const bytes = new Uint8Array(given.sealed);
    const judging = given.judge(bytes);
    bytes.fill(0);

    expect(await judging).toMatchObject({ verdict: 'trusted' });
  });
});

describe('every key and hash that is strong enough is taken', () => {
  it.each<[string, KeyKind, SignChoice]>([
    ['ECDSA on P-256', 'P-256', {}],
    ['ECDSA on P-384 with SHA-384', 'P-384', { hash: 'SHA-384' }],
    ['ECDSA on P-521 with SHA-512', 'P-521', { hash: 'SHA-512' }],
    ['RSA, PKCS #1 v1.5', 'RSA-3072', {}],
    ['RSA, PKCS #1 v1.5, SHA-512', 'RSA-3072', { hash: 'SHA-512' }],
    ['RSA, PSS', 'RSA-3072', { isPss: true }],
    ['RSA, PSS, SHA-384', 'RSA-3072', { isPss: true, hash: 'SHA-384' }],
  ])('%s', async (_name, kind, choice) => {
    const signer = await createSigner({ kind });
    const { tsa } = given;
    const expectation = { roots: [signer.root], tsaRoots: [tsa.root], now: NOW };

    const basic = await verifyReport(await signPdf(writePdf(), signer, choice), expectation);
    expect(basic).toMatchObject({ verdict: 'trusted', signatures: [{ level: 'B-B' }] });
    const stamped = await verifyReport(await signPdf(writePdf(), signer, { ...choice, tsa }), expectation);
    expect(stamped).toMatchObject({ verdict: 'trusted', signatures: [{ level: 'B-T' }] });
  });
});

describe('what may follow a seal', () => {
  it('is a signature: the seal stays trusted, and no longer covers the whole document', async () => {
    const person = await createSigner({ kind: 'RSA-3072' });
    const signed = await signPdf(given.sealed, person, { tsa: given.tsa, field: 'Signer' });
    const roots = [given.signer.root, person.root];

    expect(await verifyReport(signed, { roots, tsaRoots: [given.tsa.root], now: NOW })).toMatchObject({
      verdict: 'trusted',
      revisions: 3,
      signatures: [
        { field: 'Seal', verdict: 'trusted', covers_whole_document: false },
        { field: 'Signer', verdict: 'trusted', covers_whole_document: true },
      ],
    });
  });

  it('is told apart by the names: a seal is an organisation’s, a signature a person’s', async () => {
    const named = (oid: string, text: string) => {
      const value = writeDer(UTF8_STRING, new TextEncoder().encode(text));
      const subject = writeDer(SEQUENCE, writeSet([writeDer(SEQUENCE, writeOid(oid), value)]));
      return createSigner({ signer: { signedParts: (parts) => parts.with(5, subject) } });
    };
    const [organisation, person] = [await named('2.5.4.10', 'Acme'), await named('2.5.4.4', 'Rossi')];
    const signed = await signPdf(await signPdf(writePdf(), organisation), person, { field: 'Signer' });

    const roots = [organisation.root, person.root];
    expect(await verifyReport(signed, { roots, now: NOW })).toMatchObject({
      signatures: [
        { signer: 'O=Acme', signer_kind: 'organisation' },
        { signer: 'surname=Rossi', signer_kind: 'person' },
      ],
    });
    expect(await verifyReport(signed, { roots: roots.slice(1), now: NOW })).toMatchObject({
      signatures: [{ signer: null, signer_kind: null }, { signer_kind: 'person' }],
    });
  });

  it('is a signature of somebody unknown: the seal is trusted for itself, the report as a whole is not', async () => {
    const signed = await signPdf(given.sealed, await createSigner(), { field: 'Unknown' });

    expect(await given.judge(signed)).toMatchObject({
      verdict: 'untrusted',
      signatures: [{ verdict: 'trusted' }, { verdict: 'untrusted', signer: null }],
    });
  });

  it('is validation data and a document timestamp, as another library writes them', async () => {
    const pdf = await PDF.load(await signPdf(given.sealed, given.signer, { field: 'Second' }));
    const timestampAuthority = { timestamp: (digest: Uint8Array) => stampDigest(digest, given.tsa) };
    const { bytes } = await pdf.addArchivalData({ timestampAuthority, revocationProvider: {} });

    const verdict = await given.judge(bytes);
    expect(verdict).toMatchObject({
      verdict: 'trusted',
      has_validation_data: true,
      signatures: [
        { field: 'Seal', level: 'B-T', time_source: 'signature_timestamp' },
        { field: 'Second', level: 'B-B', time: GEN_TIME.toISOString(), time_source: 'document_timestamp' },
        {
          kind: 'document_timestamp',
          subfilter: 'ETSI.RFC3161',
          verdict: 'trusted',
          signer: 'CN=Test unit',
          level: null,
          time: GEN_TIME.toISOString(),
        },
      ],
    });
    expect(verdict.revisions).toBeGreaterThan(4);
  });

  it('is nothing that an authority alone vouches for: a document timestamp makes no report trusted', async () => {
    const pdf = await PDF.load(writePdf());
    const timestampAuthority = { timestamp: (digest: Uint8Array) => stampDigest(digest, given.tsa) };
    const { bytes } = await pdf.addTimestamp({ timestampAuthority });

    expect(await given.judge(bytes)).toMatchObject({
      verdict: 'untrusted',
      fault: null,
      signatures: [{ kind: 'document_timestamp', verdict: 'trusted' }],
    });
  });
});

describe('the time that counts', () => {
  const ended = { signer: { notBefore: '260101000000Z', notAfter: '261121000000Z' } };
  const expired = { signer: { notBefore: '250101000000Z', notAfter: '261119000000Z' } };

  it('is that of the timestamp: a certificate that has ended since is as good as then', async () => {
    const signer = await createSigner(ended);
    const sealed = await signPdf(writePdf(), signer, { tsa: given.tsa });

    const expectation = { roots: [signer.root], tsaRoots: [given.tsa.root], now: NOW };
    expect(await verifyReport(sealed, expectation)).toMatchObject({ verdict: 'trusted' });
  });

  it('not_valid_then: the certificate had ended at the time stamped', async () => {
    const signer = await createSigner(expired);
    const sealed = await signPdf(writePdf(), signer, { tsa: given.tsa });

    const expectation = { roots: [signer.root], tsaRoots: [given.tsa.root], now: NOW };
    expect(await verifyReport(sealed, expectation)).toMatchObject({
      verdict: 'invalid',
      fault: { place: 'signature 1', code: 'not_valid_then' },
    });
  });

  it('untrusted: without a timestamp, one that has ended proves neither', async () => {
    const signer = await createSigner(ended);
    const sealed = await signPdf(writePdf(), signer);

    expect(await verifyReport(sealed, { roots: [signer.root], now: NOW })).toMatchObject({
      verdict: 'untrusted',
      signatures: [{ verdict: 'untrusted', time_source: 'now', code: 'not_valid_then' }],
    });
  });

  it('in_the_future: a timestamp that has not come yet', async () => {
    const genTime = new Date('2027-01-01T00:00:00.000Z');
    const sealed = await signPdf(writePdf(), given.signer, { tsa: given.tsa, genTime });

    expect(await given.judge(sealed)).toMatchObject({
      verdict: 'invalid',
      fault: { place: 'signature 1, timestamp', code: 'in_the_future' },
    });
  });
});
