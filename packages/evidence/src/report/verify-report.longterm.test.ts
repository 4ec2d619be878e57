import { PDF } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';

import { REVOKED_AT, answerOcsp, answerCrl, type AnswerChange } from '../testing/answer-revocation.ts';
import { addStore, answerFor, stampPdf, type TestStore } from '../testing/archive-pdf.ts';
import { NOW, openReportCase, type ReportCase } from '../testing/open-report-case.ts';
import { pdfsigVersion, runPdfsig } from '../testing/run-pdfsig.ts';
import { signPdf, stampDigest } from '../testing/sign-pdf.ts';
import { writePdf } from '../testing/write-pdf.ts';
import { verifyReport } from './verify-report.ts';

let given: ReportCase;
let good: Required<TestStore>;
beforeAll(async () => {
  given = await openReportCase();
  good = await joinAnswers({});
});

type Changes = { seal?: AnswerChange; above?: AnswerChange; tsa?: AnswerChange };

/** Answers for all that the seal and its timestamp rest on. */
async function joinAnswers({ seal, above, tsa }: Changes): Promise<Required<TestStore>> {
  const [own, authority] = [
    await answerFor(given.signer, { ...(seal && { ocsp: seal }), ...(above && { crl: above }) }),
    await answerFor(given.tsa, tsa && { ocsp: tsa }),
  ];
  return { ocsps: [...own.ocsps, ...authority.ocsps], crls: [...own.crls, ...authority.crls] };
}

const levelsOf = async (pdf: Uint8Array) => {
  const { verdict, signatures, fault } = await given.judge(pdf);
  return { verdict, fault, levels: signatures.map(({ level }) => level) };
};

const pdfsig = pdfsigVersion ?? 'SKIPPED, since pdfsig is not installed';

describe('a seal with validation data', () => {
  it('is B-LT when answers say good of every certificate of the seal and of its timestamp', async () => {
    expect(await levelsOf(addStore(given.sealed, good))).toEqual({
      verdict: 'trusted',
      fault: null,
      levels: ['B-LT'],
    });
  });

  it('is B-LTA when a document timestamp proves that they were there, and says so', async () => {
    const archived = await stampPdf(addStore(given.sealed, good), given.tsa);
    expect(await levelsOf(archived)).toMatchObject({ verdict: 'trusted', levels: ['B-LTA', null] });
    const { message, revisions, has_validation_data } = await given.judge(archived);
    expect(message).toContain('no certificate of a signer had been revoked then');
    expect({ revisions, has_validation_data }).toEqual({ revisions: 4, has_validation_data: true });
  });

  it.skipIf(!pdfsigVersion)(`is valid to pdfsig at each level (${pdfsig})`, async () => {
    const stored = addStore(given.sealed, good);
    expect(runPdfsig(stored)).toEqual(['Signature is Valid.']);
    expect(runPdfsig(await stampPdf(stored, given.tsa))[0]).toBe('Signature is Valid.');
  });

  it('is B-LTA as another library writes it', async () => {
    const pdf = await PDF.load(given.sealed);
    const timestampAuthority = { timestamp: (digest: Uint8Array) => stampDigest(digest, given.tsa) };
    const asked = [given.signer, given.tsa].flatMap(({ certificates, issuers }) =>
      certificates.map((certificate, index) => ({ certificate, issuer: issuers[index]! })),
    );
    const answers = await Promise.all(asked.map((one) => answerOcsp(one)));
    const findAnswer = (certificate: Uint8Array) =>
      answers[asked.findIndex((one) => Buffer.compare(one.certificate, certificate) === 0)] ?? null;
    const revocationProvider = {
      getOCSP: async (certificate: Uint8Array) => findAnswer(certificate),
      getCRL: async (certificate: Uint8Array) => {
        const one = asked.find((other) => Buffer.compare(other.certificate, certificate) === 0);
        return one ? answerCrl(one) : null;
      },
    };
    const { bytes } = await pdf.addArchivalData({ timestampAuthority, revocationProvider });
    expect(await levelsOf(bytes)).toMatchObject({ verdict: 'trusted', levels: ['B-LTA', null] });
  });

  it('keeps its level under a further signature, which has none of its own', async () => {
    const archived = await stampPdf(addStore(given.sealed, good), given.tsa);
    const signed = await signPdf(archived, given.signer, { tsa: given.tsa, field: 'Second' });
    const { verdict, levels } = await levelsOf(signed);
    expect(verdict).toBe('trusted');
    // The second signer is the same, so the file has the answers for its certificates; but nothing proves since when.
    expect(levels).toEqual(['B-LTA', null, 'B-LT']);
  });

  it('is B-LT while nobody whom the verifier trusts proves when the data was there', async () => {
    const other = await openReportCase();
    const archived = await stampPdf(addStore(given.sealed, good), other.tsa);
    expect(await levelsOf(archived)).toMatchObject({ verdict: 'untrusted', levels: ['B-LT', null] });
  });

  it('is B-T with data that came after the document timestamp alone, until it is proven anew', async () => {
    const stamped = addStore(await stampPdf(given.sealed, given.tsa), good);
    expect((await levelsOf(stamped)).levels).toEqual(['B-LT', null]);
    expect((await levelsOf(await stampPdf(stamped, given.tsa))).levels).toEqual(['B-LTA', null, null]);
  });
});

describe('answers that do not count leave it B-T', () => {
  const day = (text: string) => new Date(`2026-11-${text}T00:00:00.000Z`);

  it.each<[string, Changes]>([
    ['of a responder that does not know the certificate', { seal: { status: 'unknown' } }],
    ['for another number', { seal: { serial: Uint8Array.of(5) } }],
    ['that had expired at the time stamped', { seal: { thisUpdate: day('01'), nextUpdate: day('20') } }],
    ['that had expired then, as a list', { above: { thisUpdate: day('01'), nextUpdate: day('20') } }],
    ['of before then that names no end', { seal: { nextUpdate: null } }],
    ['of a time that has not come', { seal: { thisUpdate: day('25'), nextUpdate: day('30') } }],
    ["for the authority's certificate", { tsa: { status: 'unknown' } }],
  ])('%s', async (_name, changes) => {
    expect(await levelsOf(addStore(given.sealed, await joinAnswers(changes)))).toEqual({
      verdict: 'trusted',
      fault: null,
      levels: ['B-T'],
    });
  });

  it.each(['seal', 'above', 'tsa'] as const)('of another authority of the same names: %s', async (whose) => {
    const other = await openReportCase();
    const of = (which: 'signer' | 'tsa', index: number) => ({
      certificate: given[which].certificates[index]!,
      issuer: other[which].issuers[index]!,
    });
    const forged = {
      seal: { ...good, ocsps: [await answerOcsp(of('signer', 0)), good.ocsps[1]!] },
      above: { ...good, crls: [await answerCrl(of('signer', 1))] },
      tsa: { ...good, ocsps: [good.ocsps[0]!, await answerOcsp(of('tsa', 0))] },
    };
    expect((await levelsOf(addStore(given.sealed, forged[whose]))).levels).toEqual(['B-T']);
  });

  it('none at all, rubbish, and each kind in the place of the other', async () => {
    const stores: TestStore[] = [
      {},
      { ocsps: [], crls: good.crls },
      { ocsps: good.ocsps, crls: [] },
      { ocsps: [Uint8Array.of(1, 2, 3), ...good.ocsps.slice(1)], crls: good.crls },
      { ocsps: good.crls, crls: good.ocsps },
    ];
    for (const store of stores) {
      expect(await levelsOf(addStore(given.sealed, store))).toMatchObject({
        verdict: 'trusted',
        levels: ['B-T'],
      });
    }
  });

  it('with any bit of their signature flipped', async () => {
    const [answer, ...others] = good.ocsps;
    const flipped = Uint8Array.from(answer!);
    flipped[flipped.length - 3]! ^= 1;
    const store = { ...good, ocsps: [flipped, ...others] };
    expect((await levelsOf(addStore(given.sealed, store))).levels).toEqual(['B-T']);
  });
});

describe('a certificate that had been revoked', () => {
  it.each<[string, Changes, string]>([
    ['the seal’s', { seal: { status: 'revoked' } }, 'signature 1'],
    ['one above it', { above: { status: 'revoked' } }, 'signature 1'],
    ['the authority’s', { tsa: { status: 'revoked' } }, 'signature 1, timestamp'],
  ])('revoked: %s', async (_name, changes, place) => {
    const revoked = addStore(given.sealed, await joinAnswers(changes));
    for (const pdf of [revoked, await stampPdf(revoked, given.tsa)]) {
      expect(await given.judge(pdf)).toMatchObject({
        verdict: 'invalid',
        fault: { place, code: 'revoked' },
        signatures: [{ verdict: 'invalid', signer: null }, ...(pdf === revoked ? [] : [{}])],
      });
    }
  });

  it('revoked: the authority’s of a document timestamp, which then proves nothing', async () => {
    const other = await openReportCase();
    const { ocsps, crls } = await answerFor(other.tsa, { ocsp: { status: 'revoked' } });
    const store = { ocsps: [...good.ocsps, ...ocsps], crls: [...good.crls, ...crls] };
    const archived = await stampPdf(addStore(given.sealed, store), other.tsa);
    const expected = { roots: [given.signer.root], tsaRoots: [given.tsa.root, other.tsa.root], now: NOW };
    expect(await verifyReport(archived, expected)).toMatchObject({
      verdict: 'invalid',
      fault: { place: 'signature 2', code: 'revoked' },
      signatures: [{ level: 'B-LT' }, { verdict: 'invalid' }],
    });
  });

  it('revoked: though another answer says good', async () => {
    const bad = await joinAnswers({ seal: { status: 'revoked' } });
    const both = { ocsps: [...good.ocsps, ...bad.ocsps], crls: good.crls };
    expect((await levelsOf(addStore(given.sealed, both))).fault).toMatchObject({ code: 'revoked' });
  });

  it('is as good as before, when that was after the time stamped', async () => {
    const later = { status: 'revoked', revokedAt: new Date('2026-11-21T00:00:00.000Z') } as const;
    const store = addStore(given.sealed, await joinAnswers({ seal: later }));
    expect(await levelsOf(store)).toMatchObject({ verdict: 'trusted', levels: ['B-LT'] });
  });

  it('is no fault but no trust either, where nothing proves when it was signed', async () => {
    const { signer } = given;
    const sealed = await signPdf(writePdf(), signer);
    const store = await answerFor(signer, { ocsp: { status: 'revoked', revokedAt: REVOKED_AT } });
    expect(await given.judge(addStore(sealed, store))).toMatchObject({
      verdict: 'untrusted',
      fault: null,
      signatures: [{ verdict: 'untrusted', code: 'revoked', signer: null }],
    });
  });
});
