import { beforeAll, describe, expect, it } from 'vitest';

import {
  FIELD,
  FORM,
  FREE,
  openReportCase,
  SIGNATURE,
  type ReportCase,
} from '../testing/open-report-case.ts';
import { refusesWhatPopplerForgives } from '../testing/refuse-report.ts';
import { signPdf } from '../testing/sign-pdf.ts';
import {
  appendRevision,
  findObject,
  PAGE,
  writePdf,
  writeStream,
  type PdfTexts,
} from '../testing/write-pdf.ts';

let given: ReportCase;
beforeAll(async () => {
  given = await openReportCase();
});

const open = () => given;
const add = (objects: PdfTexts) => (sealed: Uint8Array) => appendRevision(sealed, objects);
const catalog = (entry: string) => PAGE[1]!.replace(/ >>$/, ` ${entry} >>`);
const page = (key: string, value: string) =>
  PAGE[3]!.replace(new RegExp(`/${key} (\\[[^\\]]*\\]|\\d+ 0 R)`), `/${key} ${value}`);
const form = (change: (text: string) => string) => (sealed: Uint8Array) =>
  appendRevision(sealed, { [FORM]: change(findObject(sealed, FORM)) });
const OTHER_CONTENT = writeStream('BT /F1 12 Tf 20 200 Td (The roof is gone.) Tj ET');
const ANNOTATION = '<< /Type /Annot /Subtype /FreeText /Rect [0 0 300 300] /Contents (Two cracks.) >>';
const STORE_KEY = 'A'.repeat(40);

describe('what was changed after a seal is found', () => {
  refusesWhatPopplerForgives(open, 'changed_contents', [
    ['replace: the contents of a page', add({ 4: OTHER_CONTENT })],
  ]);

  refusesWhatPopplerForgives(open, 'changed_object', [
    ['replace: a font, whose glyphs show something else', add({ 5: PAGE[5]!.replace('Helvetica', 'Other') })],
    ['an object replaced by itself, word for word', add({ 5: PAGE[5]! })],
  ]);

  refusesWhatPopplerForgives(open, 'changed_pages', [
    [
      'replace: a page that has other contents',
      add({ 3: page('Contents', '11 0 R'), [FREE]: OTHER_CONTENT }),
    ],
    ['a page of another size', add({ 3: PAGE[3]!.replace('300 300', '300 100') })],
    ['a page turned upside down', add({ 3: PAGE[3]!.replace(/ >>$/, ' /Rotate 180 >>') })],
    [
      'a further page',
      add({ 2: '<< /Type /Pages /Count 2 /Kids [3 0 R 11 0 R] >>', 11: '<< /Type /Page /Parent 2 0 R >>' }),
    ],
    ['no pages at all', add({ 2: '<< /Type /Pages /Count 0 /Kids [] >>' })],
    [
      'hide and replace: the catalog names other pages',
      add({ 1: PAGE[1]!.replace('/Pages 2 0 R', '/Pages 11 0 R'), 11: PAGE[2]! }),
    ],
  ]);

  refusesWhatPopplerForgives(open, 'changed_annotations', [
    ['an annotation over a page', add({ 3: page('Annots', '[6 0 R 11 0 R]'), [FREE]: ANNOTATION })],
    ['hide: an annotation taken away', add({ 3: page('Annots', '[]') })],
  ]);

  refusesWhatPopplerForgives(open, 'changed_layers', [
    ['a hidden layer turned on', add({ 1: PAGE[1]!.replace('/OFF', '/ON') })],
    ['a layer made visible by its usage', add({ 7: '<< /Type /OCG /Name (Hidden) /Usage << >> >>' })],
  ]);

  refusesWhatPopplerForgives(open, 'changed_field', [
    ['the value of a field', add({ 6: PAGE[6]!.replace('10 EUR', '99 EUR') })],
    [
      'replace: how a field looks, its value the same',
      add({ 6: PAGE[6]!.replace('/F 4', '/F 4 /AP << /N 4 0 R >>') }),
    ],
    ['hide: a field that is not shown', add({ 6: PAGE[6]!.replace('/F 4', '/F 2') })],
    [
      "the signature's own field",
      (sealed) => appendRevision(sealed, { [FIELD]: findObject(sealed, FIELD).replace('(Seal)', '(Deal)') }),
    ],
  ]);

  refusesWhatPopplerForgives(open, 'changed_form', [
    [
      'fields drawn anew by the viewer (NeedAppearances)',
      form((text) => text.replace('/SigFlags', '/NeedAppearances true /SigFlags')),
    ],
    ['the font of fields', form((text) => text.replace('/Helv 0 Tf', '/Helv 1 Tf'))],
    ['a field taken out of the form', form((text) => text.replace('6 0 R ', ''))],
    ['fields in another order', form((text) => text.replace('6 0 R 10 0 R', '10 0 R 6 0 R'))],
    [
      'a new field that is no signature',
      (sealed) =>
        appendRevision(sealed, {
          [FORM]: findObject(sealed, FORM).replace('10 0 R]', '10 0 R 11 0 R]'),
          [FREE]: PAGE[6]!.replace('(Sum)', '(More)'),
        }),
    ],
    [
      'a new signature field that is empty',
      (sealed) =>
        appendRevision(sealed, {
          [FORM]: findObject(sealed, FORM).replace('10 0 R]', '10 0 R 11 0 R]'),
          [FREE]: '<< /FT /Sig /T (Empty) /Rect [0 0 0 0] >>',
        }),
    ],
  ]);

  refusesWhatPopplerForgives(open, 'changed_catalog', [
    ['an action when the document is opened', add({ 1: catalog('/OpenAction [3 0 R /FitH 0]') })],
    ['further actions', add({ 1: catalog('/AA << >>') })],
    ['attached files', add({ 1: catalog('/Names << >>') })],
    ['another version of the format', add({ 1: catalog('/Version /2.0') })],
    ['other words for the same pages', add({ 1: catalog('/PageLabels << /Nums [] >>') })],
  ]);

  refusesWhatPopplerForgives(open, 'unexplained_object', [
    ['an object that nothing needs, for a later change', add({ [FREE]: OTHER_CONTENT })],
    [
      'an object in the security store that it has no place for',
      add({
        1: catalog('/DSS << /Certs [11 0 R] /Extra 12 0 R >>'),
        11: OTHER_CONTENT,
        12: OTHER_CONTENT,
      }),
    ],
    ['a dictionary for a certificate', add({ 1: catalog('/DSS << /Certs [11 0 R] >>'), 11: ANNOTATION })],
    [
      'an index by another name than of a signature',
      add({
        1: catalog('/DSS << /VRI << /Contents 11 0 R >> >>'),
        11: '<< /Cert [] >>',
      }),
    ],
  ]);

  it('wrong_byte_range: the signature, by another that is the same word for word', async () => {
    const { sealed, judge } = given;
    const forged = appendRevision(sealed, { [SIGNATURE]: findObject(sealed, SIGNATURE) });

    expect(await judge(forged)).toMatchObject({ fault: { place: 'signature 1', code: 'wrong_byte_range' } });
  });

  it('validation data in its own place is no change', async () => {
    const store = `<< /Type /DSS /Certs [12 0 R] /CRLs 13 0 R /VRI << /${STORE_KEY} 14 0 R >> >>`;
    const stored = appendRevision(given.sealed, {
      1: catalog('/DSS 11 0 R'),
      11: store,
      12: writeStream('a certificate'),
      13: '[15 0 R]',
      14: '<< /Cert [12 0 R] /TU (D:20261120100200Z) >>',
      15: writeStream('a revocation list'),
    });
    expect(await given.judge(stored)).toMatchObject({ verdict: 'trusted', has_validation_data: true });

    const more = appendRevision(stored, { 13: '[15 0 R 16 0 R]', 16: writeStream('a further list') });
    expect(await given.judge(more)).toMatchObject({ verdict: 'trusted', revisions: 4 });

    const replaced = appendRevision(more, { 15: writeStream('another list') });
    expect(await given.judge(replaced)).toMatchObject({ fault: { code: 'changed_contents' } });
  });
});

describe('what was prepared before a seal for a change after it is found', () => {
  it('unexplained_object: a page waited for what comes as a certificate', async () => {
    const { judge, signer } = given;
    const waiting = writePdf({ ...PAGE, 3: page('Contents', '[4 0 R 30 0 R]') });
    const sealed = await signPdf(waiting, signer);
    expect((await judge(sealed)).verdict).toBe('trusted');

    const filled = appendRevision(sealed, { 1: catalog('/DSS << /Certs [30 0 R] >>'), 30: OTHER_CONTENT });
    expect(await judge(filled)).toMatchObject({ fault: { place: 'revision 3', code: 'unexplained_object' } });
  });

  it("changed_object: the list of fields is a page's list of annotations, too", async () => {
    const { judge, signer } = given;
    const shared = {
      ...PAGE,
      3: page('Annots', '20 0 R'),
      8: '<< /Fields 20 0 R /DA (/Helv 0 Tf 0 g) >>',
      20: '[6 0 R]',
    };
    const sealed = await signPdf(writePdf(shared), signer);
    const signed = await signPdf(sealed, signer, { field: 'Second' });

    expect(findObject(signed, 20)).toContain('6 0 R 22 0 R 24 0 R');
    expect(await judge(signed)).toMatchObject({ fault: { place: 'revision 3', code: 'changed_object' } });
  });

  it("and a list of fields that is no page's is no such thing", async () => {
    const { judge, signer } = given;
    const listed = { ...PAGE, 8: '<< /Fields 20 0 R /DA (/Helv 0 Tf 0 g) >>', 20: '[6 0 R]' };
    const signed = await signPdf(await signPdf(writePdf(listed), signer), signer, { field: 'Second' });

    expect(findObject(signed, 20)).toContain('6 0 R 22 0 R 24 0 R');
    expect(await judge(signed)).toMatchObject({ verdict: 'trusted', revisions: 3 });
  });

  it('changed_pages: pages that were there unseen', async () => {
    const { judge, signer } = given;
    const hidden = {
      ...PAGE,
      20: '<< /Type /Pages /Count 1 /Kids [21 0 R] >>',
      21: '<< /Type /Page /Parent 20 0 R /MediaBox [0 0 300 300] /Contents 22 0 R >>',
      22: OTHER_CONTENT,
    };
    const sealed = await signPdf(writePdf(hidden), signer);
    expect((await judge(sealed)).verdict).toBe('trusted');

    const shown = appendRevision(sealed, {
      1: findObject(sealed, 1).replace('/Pages 2 0 R', '/Pages 20 0 R'),
    });
    expect(await judge(shown)).toMatchObject({ fault: { place: 'revision 3', code: 'changed_pages' } });
  });
});
