import { beforeAll, describe, expect, it } from 'vitest';

import { addStore, answerFor, stampPdf, type TestStore } from '../testing/archive-pdf.ts';
import { openReportCase, type ReportCase } from '../testing/open-report-case.ts';
import { fillPlaceholder, openPlaceholder, stampDigest } from '../testing/sign-pdf.ts';
import { appendRevision, latin1, PAGE, writeStream } from '../testing/write-pdf.ts';
import { digestBytes } from '../x509/web-crypto.ts';

let given: ReportCase;
let store: TestStore;
let stored: Uint8Array;
let archived: Uint8Array;
beforeAll(async () => {
  given = await openReportCase();
  const [own, tsa] = [await answerFor(given.signer), await answerFor(given.tsa)];
  store = { ocsps: [...own.ocsps, ...tsa.ocsps], crls: [...own.crls, ...tsa.crls] };
  stored = addStore(given.sealed, store);
  archived = await stampPdf(stored, given.tsa);
});

const OTHER_CONTENT = writeStream('BT /F1 12 Tf 20 200 Td (The roof is gone.) Tj ET');
const MEDIA = PAGE[3]!.replace('300 300', '300 200');

const restamp = async (pdf: Uint8Array, change: (text: string) => string): Promise<Uint8Array> => {
  const place = openPlaceholder(Uint8Array.from(Buffer.from(change(latin1(pdf)), 'latin1')));
  return fillPlaceholder(place, await stampDigest(await digestBytes('SHA-256', place.content), given.tsa));
};

describe('validation data that brings something else', () => {
  it.each<[string, Record<number, string>, string]>([
    ['what a page shows', { 4: OTHER_CONTENT }, 'changed_contents'],
    ['the size of a page', { 3: MEDIA }, 'changed_pages'],
    ['an object that nothing needs', { 90: OTHER_CONTENT }, 'unexplained_object'],
    ['a hidden layer that is turned on', { 7: '<< /Type /OCG /Name (Shown) >>' }, 'changed_layers'],
  ])('is refused, under a document timestamp too: %s', async (_name, others, code) => {
    const forged = addStore(given.sealed, store, others);
    for (const pdf of [forged, await stampPdf(forged, given.tsa)]) {
      const { verdict, fault, signatures } = await given.judge(pdf);
      expect({ verdict, code: fault?.code }).toEqual({ verdict: 'invalid', code });
      expect(signatures[0]).toMatchObject({ verdict: 'invalid', signer: null });
    }
  });

  it('is refused where the change comes after the document timestamp', async () => {
    const changed = appendRevision(archived, { 4: OTHER_CONTENT });
    expect(await given.judge(changed)).toMatchObject({
      verdict: 'invalid',
      fault: { place: 'revision 5', code: 'changed_contents' },
      signatures: [{ verdict: 'invalid' }, { verdict: 'invalid' }],
    });
  });

  it('invalid: with any byte flipped, of 120 all over the file, in the data and in both signatures', async () => {
    for (let part = 0; part < 120; part++) {
      const at = Math.floor(((part + 0.5) / 120) * archived.length);
      const flipped = Uint8Array.from(archived);
      flipped[at]! ^= 1;
      expect((await given.judge(flipped)).verdict, `byte ${at}`).toBe('invalid');
    }
  });

  it('is worth nothing once a byte of it was changed after the document timestamp', async () => {
    const flipped = Uint8Array.from(archived);
    flipped[latin1(archived).indexOf('/OCSPs') + 200]! ^= 1;
    expect((await given.judge(flipped)).verdict).toBe('invalid');
  });
});

describe('a document timestamp', () => {
  it.each<[string, (text: string) => string]>([
    [
      'that leaves out bytes before its place',
      (text) =>
        replaceRange(text, ([start, length, restart, rest]) => [start!, length! - 20, restart!, rest!]),
    ],
    [
      'that leaves out bytes behind its place',
      (text) =>
        replaceRange(text, ([start, length, restart, rest]) => [start!, length!, restart! + 20, rest! - 20]),
    ],
    [
      'that leaves out the end',
      (text) =>
        replaceRange(text, ([start, length, restart, rest]) => [start!, length!, restart!, rest! - 6]),
    ],
    [
      'that begins behind the first byte',
      (text) => replaceRange(text, ([, length, restart, rest]) => [1, length! - 1, restart!, rest!]),
    ],
  ])('wrong_byte_range: %s', async (_name, change) => {
    const range = latin1(archived).lastIndexOf('/ByteRange');
    const text = change(latin1(archived).slice(range));
    const forged = Uint8Array.from(Buffer.from(latin1(archived).slice(0, range) + text, 'latin1'));
    const { verdict, fault, signatures } = await given.judge(forged);
    expect({ verdict, place: fault?.place }).toEqual({ verdict: 'invalid', place: 'signature 2' });
    expect(['wrong_byte_range', 'bytes_after_end']).toContain(fault?.code);
    expect(signatures[1]).toMatchObject({ verdict: 'invalid', time: null });
  });

  it('wrong_digest: over another document proves nothing of this one', async () => {
    const place = openPlaceholder(archived);
    const token = await stampDigest(await digestBytes('SHA-256', given.sealed), given.tsa);
    expect(await given.judge(fillPlaceholder(place, token))).toMatchObject({
      verdict: 'invalid',
      fault: { place: 'signature 2', code: 'wrong_digest' },
    });
  });

  it('malformed_signature: that calls itself a signature', async () => {
    const forged = await restamp(archived, (text) => text.replace('/DocTimeStamp', '/Sig         '));
    expect(await given.judge(forged)).toMatchObject({
      verdict: 'invalid',
      fault: { code: 'malformed_signature' },
    });
  });

  it('malformed_signature: that bears words, which anybody can have an authority stamp', async () => {
    const forged = await restamp(archived, (text) => {
      const at = text.lastIndexOf('/Filter /Adobe.PPKLite');
      return `${text.slice(0, at)}${'/Reason (By a court)'.padEnd(22)}${text.slice(at + 22)}`;
    });
    expect(await given.judge(forged)).toMatchObject({
      verdict: 'invalid',
      fault: { place: 'signature 2', code: 'malformed_signature' },
    });
  });

  it('visible_signature: that shows something', async () => {
    const forged = await restamp(archived, (text) => {
      const at = text.lastIndexOf('[0 0 0 0]');
      return `${text.slice(0, at)}[0 0 9 9]${text.slice(at + 9)}`;
    });
    const { signatures } = await given.judge(forged);
    expect(signatures[0]).toMatchObject({ verdict: 'invalid', code: 'visible_signature' });
  });
});

// Keeps the length, so that nothing moves.
function replaceRange(text: string, change: (numbers: number[]) => number[]): string {
  return text.replace(/\/ByteRange ?\[[^\]]*\]/, (range) => {
    const numbers = change([...range.matchAll(/\d+/g)].map(Number));
    return `/ByteRange [${numbers.join(' ')}`.padEnd(range.length - 1) + ']';
  });
}
