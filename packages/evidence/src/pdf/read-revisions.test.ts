import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ReportRefusal } from '../report-refusal.ts';
import { appendRevision, PAGE, writePdf, writeStream } from '../testing/write-pdf.ts';
import { readRevisions } from './read-revisions.ts';

const codeOf = (pdf: Uint8Array): string | undefined => {
  try {
    readRevisions(pdf);
    return undefined;
  } catch (error) {
    if (error instanceof ReportRefusal) return error.fault.code;
    throw error;
  }
};

describe('the revisions of a PDF', () => {
  it('are what was written at once, each with its own objects and those that count by then', () => {
    const first = writePdf();
    const second = appendRevision(first, { 6: '(six)', 9: '(nine)' });
    const [one, two] = readRevisions(second);

    expect(one).toMatchObject({ place: 'revision 1', end: first.length - 1, root: 1 });
    expect(two).toMatchObject({ place: 'revision 2', end: second.length - 1, root: 1 });
    expect([...one!.own.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([...two!.own.keys()]).toEqual([6, 9]);
    expect(two!.objects.size).toBe(9);
    expect(two!.objects.get(6)).toBe(two!.own.get(6));
    expect(two!.objects.get(5)).toBe(one!.own.get(5));
  });

  it('may have the length of a stream in an object of its own, before or after it', () => {
    const text = writeStream('some text').replace('/Length 9', '/Length 9 0 R');
    const pdf = writePdf({ ...PAGE, 4: text, 9: '9' });

    expect(readRevisions(pdf)[0]!.own.get(4)).toMatchObject({ isStream: true });
    expect(codeOf(appendRevision(pdf, { 4: text }))).toBeUndefined();
    expect(codeOf(writePdf({ ...PAGE, 4: text, 9: '8' }))).toBe('malformed_pdf');
    expect(codeOf(writePdf({ ...PAGE, 4: text, 9: '(9)' }))).toBe('malformed_pdf');
    expect(codeOf(writePdf({ ...PAGE, 4: text }))).toBe('malformed_pdf');
  });

  it('are a hundred at most', () => {
    let pdf = writePdf();
    for (let count = 1; count < 100; count++) pdf = appendRevision(pdf, { 7: PAGE[7]! });

    expect(readRevisions(pdf)).toHaveLength(100);
    expect(codeOf(appendRevision(pdf, { 7: PAGE[7]! }))).toBe('too_large');
  });

  it.each([
    [
      'a table of more objects than a report has',
      (text: string) => text.replace('\n1 1\n', '\n1 9000000\n'),
      'too_large',
    ],
    [
      'an offset beyond the file',
      (text: string) => text.replace(/startxref\n\d+/, 'startxref\n99999999'),
      'malformed_pdf',
    ],
    [
      'an offset in a second spelling',
      (text: string) => text.replace(/startxref\n/, 'startxref\n0'),
      'bytes_after_end',
    ],
    ['a version that is none', (text: string) => text.replace('%PDF-1.7', '%PDF-1.9'), 'malformed_pdf'],
    ['no catalog', (text: string) => text.replace('/Root 1 0 R', '/Root 9 0 R'), 'malformed_pdf'],
    [
      'a catalog that is none',
      (text: string) => text.replace('/Root 1 0 R', '/Root (abcd)'),
      'malformed_pdf',
    ],
  ])('refuse %s', (_name, change, code) => {
    const text = Buffer.from(writePdf()).toString('latin1');

    expect(codeOf(new Uint8Array(Buffer.from(change(text), 'latin1')))).toBe(code);
  });

  it('are refused or read, whatever the bytes: never anything else, and never for long', () => {
    const pdf = writePdf();
    const change = fc.record({ at: fc.nat(pdf.length - 1), bytes: fc.uint8Array({ maxLength: 12 }) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const changed = new Uint8Array(pdf);
        for (const { at, bytes } of changes) changed.set(bytes.subarray(0, pdf.length - at), at);
        codeOf(changed);
      }),
      { numRuns: 3000, seed: 13 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(codeOf(bytes)).toBeDefined();
      }),
      { numRuns: 1000, seed: 13 },
    );
  });
});
