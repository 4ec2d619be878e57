import { appendRevision, PAGE, writePdf } from '../../packages/evidence/src/testing/write-pdf.ts';

const CATALOG = '<< /Type /Catalog /Pages 2 0 R /AcroForm 8 0 R >>';
const FORM = 8;
const FIRST_FREE = 9;

export const shareLength = (size: number): Uint8Array => {
  const stream = `<< /Length ${FIRST_FREE} 0 R >>\nstream\n\nendstream`;
  const count = Math.ceil(size / 2 / 80);
  const streams = Array.from({ length: count }, (_, index) => [FIRST_FREE + 1 + index, stream] as const);
  return writePdf({ ...PAGE, [FIRST_FREE]: `${' '.repeat(size / 2)}0`, ...Object.fromEntries(streams) });
};

/** Later revisions are compared with the first one because it has a signature, valid or not. */
const writeSigned = (fields: string, more: Record<number, string>): Uint8Array =>
  writePdf({
    ...PAGE,
    1: CATALOG,
    [FORM]: `<< /Fields [${fields}] >>`,
    ...more,
  });

const SIGNATURE = '<< /Type /Sig /SubFilter /ETSI.CAdES.detached /ByteRange [0 1 2 3] /Contents <00> >>';
const FIELD = FIRST_FREE;
const signed = { [FIELD]: '<< /FT /Sig /T (Seal) /V 10 0 R >>', 10: SIGNATURE };

export const repeatField = (size: number): Uint8Array => {
  const title = `<FEFF${'0041'.repeat(size / 8)}>`;
  const fields = `${FIELD} 0 R `.repeat(size / 12);
  return writeSigned(fields, { ...signed, [FIELD]: `<< /FT /Sig /T ${title} /V 10 0 R >>` });
};

/** A later revision adds fields that the form has listed before, as many as there are annotations. */
export const addFields = (size: number): Uint8Array => {
  const count = Math.ceil(size / 160);
  const numbers = Array.from({ length: count }, (_, index) => 11 + index);
  const listed = numbers.map((number) => `${number} 0 R`).join(' ');
  const page = (annotations: string) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Annots [${annotations}] >>`;
  const before = '6 0 R '.repeat(count);
  const first = writeSigned(`${FIELD} 0 R ${listed}`, { ...signed, 3: page(before) });
  const field = '<< /FT /Sig /Type /Annot /Subtype /Widget /T (A) /Rect [0 0 0 0] /P 3 0 R >>';
  const fields = Object.fromEntries(numbers.map((number) => [number, field]));
  return appendRevision(first, { 3: page(before + listed), ...fields });
};

export const addRevisions = (size: number): Uint8Array => {
  const values = '[1 0 R]'.repeat(size / 20);
  let pdf = writeSigned(`${FIELD} 0 R`, { ...signed, 11: `[${values}]` });
  for (let count = 0; count < Math.min(90, size / 5_000); count++) {
    pdf = appendRevision(pdf, { [FIELD]: signed[FIELD]! });
  }
  return pdf;
};

/** Tables lie in each other's trailers, and all end at the same place. */
export const nestTables = (size: number): Uint8Array => {
  const depth = Math.min(95, Math.ceil(size / 4_000));
  const head = '%PDF-1.7\n';
  const opening = (prev: number | undefined) =>
    `xref\n0 0\ntrailer\n<< ${prev === undefined ? '' : `/Prev ${prev} `}/Info (`;
  const starts: number[] = [];
  let text = head;
  for (let level = 0; level < depth; level++) {
    const prev = starts.at(-1);
    starts.push(text.length);
    text += opening(prev);
  }
  text += ' '.repeat(size);
  for (const start of starts.toReversed()) text += `) >>\nstartxref\n${start}\n%%EOF\n`;
  return bytesOf(`${text.trimEnd()}\nstartxref\n${starts.at(-1)}\n%%EOF`);
};

/** Makes an object of many values of a kind. */
export const fillObject =
  (value: string) =>
  (size: number): Uint8Array =>
    writePdf({ ...PAGE, [FIRST_FREE]: `[${value.repeat(size / value.length)}]` });

export const fillString = (size: number): Uint8Array =>
  writePdf({ ...PAGE, [FIRST_FREE]: `(${'\\(('.repeat(size / 6)}${')'.repeat(size / 6)})` });

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
