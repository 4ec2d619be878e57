import { deflateRawSync } from 'node:zlib';

import { beforeAll, describe, expect, it } from 'vitest';

import { verifyEvidence } from '../bundle/verify-evidence.ts';
import { verifyReport } from '../report/verify-report.ts';
import { verifyRevocation } from '../revocation/verify-revocation.ts';
import { SEQUENCE } from '../der/tags.ts';
import { writeDer } from '../der/write-der.ts';
import { openBudget, TooComplex } from '../step-budget.ts';
import { answerCrl } from '../testing/answer-revocation.ts';
import { buildBundle, zipBundle } from '../testing/build-bundle.ts';
import { broken, openBundleCase } from '../testing/open-bundle-case.ts';
import { NOW, openReportCase, type ReportCase } from '../testing/open-report-case.ts';
import { createSigner } from '../testing/sign-pdf.ts';
import { PAGE, writePdf, writeStream } from '../testing/write-pdf.ts';
import { writeRawZip } from '../testing/write-raw-zip.ts';
import { verifyTimestamp } from '../timestamp/verify-timestamp.ts';
import { readTimestampReply } from '../timestamp/read-timestamp-reply.ts';
import { crc32 } from '../bundle/zip/crc32.ts';

const A_TENTH = 1_000_000;
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

let report: ReportCase;
let bundle: Awaited<ReturnType<typeof openBundleCase>>;
beforeAll(async () => {
  [report, bundle] = await Promise.all([openReportCase(), openBundleCase()]);
});

describe('a budget of steps', () => {
  it('ends where it is used up, and stays so', () => {
    const budget = openBudget(10);
    budget.spend(10);
    expect(() => budget.spend(0.5)).toThrow(TooComplex);
    expect(() => budget.spend(0)).toThrow(TooComplex);
  });

  it('allows nothing where the limit is no number', () => {
    expect(() => openBudget(Number.NaN).spend(0)).toThrow(TooComplex);
  });
});

describe('says too_complex where the budget of steps is used up', () => {
  it('of a report, whenever that is, and trusts it with enough', async () => {
    const roots = { roots: [report.signer.root], tsaRoots: [report.tsa.root], now: NOW };
    for (const maxSteps of [0, 100, 500, 1_000, 2_000, 3_000, 4_000]) {
      const { verdict, fault, signatures, message } = await verifyReport(report.sealed, {
        ...roots,
        maxSteps,
      });
      expect({ verdict, ...fault }).toMatchObject({
        verdict: 'invalid',
        place: 'report.pdf',
        code: 'too_complex',
      });
      expect(signatures).toEqual([]);
      expect(message).toBe(
        `The report was not verified to its end: It takes more than ${maxSteps} steps to verify.`,
      );
    }
    expect(await verifyReport(report.sealed, { ...roots, maxSteps: 10_000 })).toMatchObject({
      verdict: 'trusted',
    });
  });

  it('of a bundle, whenever that is, and verifies it with enough', async () => {
    const zip = await zipBundle(bundle.bundle);
    const given = { roots: [bundle.authority.root], now: new Date('2026-11-21T00:00:00.000Z') };
    for (const maxSteps of [0, 100, 500, 1_000, 2_000, 5_000]) {
      const { verdict, fault, message } = await verifyEvidence(zip, { ...given, maxSteps });
      expect({ verdict, ...fault }).toMatchObject(broken('bundle.zip', 'too_complex'));
      expect(message).toBe(
        `The bundle was not verified to its end: It takes more than ${maxSteps} steps to verify.`,
      );
    }
    expect(await verifyEvidence(zip, { ...given, maxSteps: 20_000 })).toMatchObject({ verdict: 'verified' });
  });
});

const pack = (path: string, plain: Uint8Array) => {
  const bytes = new Uint8Array(deflateRawSync(plain, { level: 9 }));
  return {
    path,
    bytes,
    both: { method: 8, crc32: crc32(plain), size: plain.length, compressedSize: bytes.length },
  };
};

describe('a small file that unfolds to more than a verifier can hold is too complex', () => {
  it.each([
    ['dictionaries of a PDF', '<<>>'],
    ['strings of a PDF', '()'],
    ['lists of a PDF', '[]'],
  ])('%s', async (_what, value) => {
    const pdf = writePdf({ ...PAGE, 9: `[${value.repeat(2_600_000)}]` });
    expect(await verifyReport(pdf, { now: NOW })).toMatchObject({ fault: { code: 'too_complex' } });
  });

  it.each([
    ['a manifest of objects', 'manifest.json', `[${'{},'.repeat(12_000_000)}{}]`],
    ['a manifest of brackets', 'manifest.json', '['.repeat(12_000_000)],
    [
      'a chain of lines that are lists of lists',
      'chain.jsonl',
      `${`[${'[],'.repeat(1_000_000)}[]]\n`.repeat(8)}`,
    ],
  ])('%s', async (_what, path, text) => {
    const { files } = await buildBundle();
    const others = [...files].flatMap(([name, bytes]) => (name === path ? [] : [{ path: name, bytes }]));
    const zip = writeRawZip([...others, pack(path, bytesOf(text))]);
    expect(zip.length).toBeLessThan(100_000);
    const { verdict, fault } = await verifyEvidence(zip, { now: NOW });
    expect({ verdict, ...fault }).toMatchObject(broken('bundle.zip', 'too_complex'));
  });
});

describe('elsewhere what is too complex is refused', () => {
  const tooMuch = writeDer(
    SEQUENCE,
    new Uint8Array(6_000_000).map((_, index) => (index % 2 === 0 ? 5 : 0)),
  );

  it('a timestamp token is: by a verdict', async () => {
    const given = { digest: new Uint8Array(32), roots: [], now: NOW };
    expect(await verifyTimestamp(tooMuch, given)).toMatchObject({ valid: false, code: 'too_complex' });
  });

  it("an authority's reply is: it is no reply", () => {
    expect(() => readTimestampReply(tooMuch)).toThrow(expect.objectContaining({ code: 'malformed_reply' }));
  });

  it('answers on revocation are: they prove nothing, also where one of them says good', async () => {
    const { certificates, issuers } = await createSigner();
    const asked = { certificate: certificates[0]!, issuer: issuers[0]! };
    const good = await answerCrl(asked);
    const given = { ...asked, issuer: asked.issuer.certificate, ocsps: [], at: NOW };
    expect(await verifyRevocation({ ...given, crls: [good] })).toMatchObject({ status: 'good' });
    expect(await verifyRevocation({ ...given, crls: [good, tooMuch] })).toEqual({ status: 'unknown' });
  });
});

describe('what is real takes less than a tenth of the budget', () => {
  it('a bundle of 10 000 files', async () => {
    const photos = Array.from({ length: 5_000 }, (_, index) => bytesOf(`photo ${index}`));
    const zip = await zipBundle(await buildBundle({ photos }));
    expect(await verifyEvidence(zip, { now: NOW, maxSteps: A_TENTH })).toMatchObject({ verdict: 'intact' });
  });

  it('a bundle with a recording of 64 MB', async () => {
    const zip = await zipBundle(await buildBundle({ photos: [new Uint8Array(64_000_000)] }));
    expect(await verifyEvidence(zip, { now: NOW, maxSteps: 10_000 })).toMatchObject({ verdict: 'intact' });
  });

  it('a report of 20 000 objects, as one of 500 photos has', async () => {
    const element =
      '<< /Type /StructElem /S /P /P 9 0 R /K [0] /Pg 3 0 R /ID (a) /A << /O /Layout /BBox [1 2 3 4] >> >>';
    const objects = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [9 + index, element]));
    const { verdict } = await verifyReport(writePdf({ ...PAGE, ...objects }), {
      now: NOW,
      maxSteps: A_TENTH,
    });
    expect(verdict).toBe('untrusted');
  });
});

it('a PDF whose streams share one length costs no more than its size', async () => {
  const stream = writeStream('', '').replace('/Length 0', '/Length 9 0 R');
  const streams = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [10 + index, stream]));
  const pdf = writePdf({ ...PAGE, 9: `${' '.repeat(500_000)}0`, ...streams });
  // Reading the space in the length anew for each stream would take two thousand steps two thousand times.
  const { verdict } = await verifyReport(pdf, { now: NOW, maxSteps: 50_000 });
  expect(verdict).toBe('untrusted');
});
