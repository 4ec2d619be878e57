import { beforeAll, describe, expect, it } from 'vitest';

import { FORM, openReportCase, type ReportCase } from '../testing/open-report-case.ts';
import { signPdf } from '../testing/sign-pdf.ts';
import { appendRevision, findObject, PAGE, writeStream } from '../testing/write-pdf.ts';

let given: ReportCase;
beforeAll(async () => {
  given = await openReportCase();
});

const OTHER_CONTENT = writeStream('BT /F1 12 Tf 20 200 Td (The roof is gone.) Tj ET');
const ANNOTATION = '<< /Type /Annot /Subtype /FreeText /Rect [0 0 300 300] /Contents (Two cracks.) >>';
const listAnnotations = (list: string) => PAGE[3]!.replace(/\/Annots \[[^\]]*\]/, `/Annots ${list}`);

describe('a further signature', () => {
  it.each<[string, (field: string) => string]>([
    ['that has a look', (field) => field.replace('/Rect', '/AP << /N 4 0 R >> /Rect')],
    ['that has a size', (field) => field.replace('[0 0 0 0]', '[0 0 300 300]')],
    ['that is another annotation', (field) => field.replace('/Subtype /Widget', '/Subtype /Stamp ')],
    ['that does something', (field) => field.replace('/Rect', '/A << /S /URI /URI (x) >> /Rect')],
    ['on what is no page', (field) => field.replace('/P 3 0 R', '/P 4 0 R')],
  ])('visible_signature: %s', async (_name, change) => {
    const { judge, sealed, signer } = given;
    const signed = await signPdf(sealed, signer, { field: 'Second' });
    const forged = appendRevision(sealed, {
      [FORM]: findObject(signed, FORM),
      11: findObject(signed, 11),
      12: change(findObject(signed, 12)),
    });
    const { signatures } = await judge(forged);
    expect(signatures[0]).toMatchObject({ field: 'Seal', verdict: 'invalid', code: 'visible_signature' });
  });

  const listOn = (sealed: Uint8Array, signed: Uint8Array, change: { annotations: string; field?: string }) =>
    appendRevision(sealed, {
      [FORM]: findObject(signed, FORM),
      11: findObject(signed, 11),
      12: change.field ?? findObject(signed, 12),
      3: listAnnotations(change.annotations),
    });

  it("may stand in its page's list of annotations, as most who sign have it: it shows nothing there", async () => {
    const { judge, sealed, signer } = given;
    const signed = await signPdf(sealed, signer, { field: 'Second' });
    const listed = listOn(sealed, signed, { annotations: '[6 0 R 12 0 R]' });

    // The new signature is invalid, since its bytes moved; the seal is judged.
    expect((await judge(listed)).signatures[0]).toMatchObject({ field: 'Seal', verdict: 'trusted' });
  });

  it.each([
    ['changed_annotations', 'in place of another annotation', { annotations: '[12 0 R]' }],
    ['changed_annotations', 'before the others', { annotations: '[12 0 R 6 0 R]' }],
    ['changed_annotations', 'with what is no field', { annotations: '[6 0 R 12 0 R 4 0 R]' }],
    [
      'changed_annotations',
      "with the seal's own field, which might show something",
      { annotations: '[6 0 R 10 0 R]' },
    ],
    [
      'changed_annotations',
      'with an annotation that is written right there',
      { annotations: `[6 0 R ${ANNOTATION}]` },
    ],
    ['changed_pages', 'and bring another change of the page', { annotations: '[6 0 R 12 0 R] /Rotate 90' }],
  ])('%s: may not stand there %s', async (code, _name, change) => {
    const { judge, sealed, signer } = given;
    const signed = await signPdf(sealed, signer, { field: 'Second' });

    expect((await judge(listOn(sealed, signed, change))).signatures[0]).toMatchObject({
      verdict: 'invalid',
      code,
    });
  });

  it('visible_signature: may not stand there and show something', async () => {
    const { judge, sealed, signer } = given;
    const signed = await signPdf(sealed, signer, { field: 'Second' });
    const field = findObject(signed, 12).replace('[0 0 0 0]', '[0 0 300 300]');
    const listed = listOn(sealed, signed, { annotations: '[6 0 R 12 0 R]', field });

    expect((await judge(listed)).signatures[0]).toMatchObject({
      verdict: 'invalid',
      code: 'visible_signature',
    });
  });

  it('breaks nothing, and a change after it breaks both', async () => {
    const { judge, sealed, signer } = given;
    const signed = await signPdf(sealed, signer, { field: 'Second' });
    const changed = appendRevision(signed, { 4: OTHER_CONTENT });

    expect((await judge(signed)).verdict).toBe('trusted');
    expect(await judge(changed)).toMatchObject({
      fault: { place: 'revision 4', code: 'changed_contents' },
      signatures: [{ verdict: 'invalid' }, { verdict: 'invalid' }],
    });
  });

  it('does not make good what was changed before it: the seal is invalid, the signature holds for what it covers', async () => {
    const { judge, sealed, signer } = given;
    const changed = appendRevision(sealed, { 4: OTHER_CONTENT });
    const signed = await signPdf(changed, signer, { field: 'Second' });

    expect(await judge(signed)).toMatchObject({
      verdict: 'invalid',
      fault: { place: 'revision 3', code: 'changed_contents' },
      signatures: [
        { field: 'Seal', verdict: 'invalid', signer: null },
        { field: 'Second', verdict: 'trusted', covers_whole_document: true },
      ],
    });
  });
});
