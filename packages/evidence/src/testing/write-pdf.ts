const encoder = new TextEncoder();

export type PdfTexts = Readonly<Record<number, string>>;

export const PAGE: PdfTexts = {
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 8 0 R /OCProperties << /OCGs [7 0 R] /D << /OFF [7 0 R] >> >> >>',
  2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
  3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Annots [6 0 R] /Resources << /Font << /F1 5 0 R >> >> >>',
  4: writeStream('BT /F1 12 Tf 20 200 Td (No cracks were found.) Tj ET'),
  5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  6: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Sum) /V (10 EUR) /Rect [20 20 100 40] /P 3 0 R /F 4 >>',
  7: '<< /Type /OCG /Name (Hidden) >>',
  8: '<< /Fields [6 0 R] /DA (/Helv 0 Tf 0 g) >>',
};

export function writeStream(text: string, entries = ''): string {
  return `<< /Length ${text.length} ${entries}>>\nstream\n${text}\nendstream`;
}

export function writePdf(objects: PdfTexts = PAGE): Uint8Array {
  const header = encoder.encode('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n');
  return appendRevision(header, objects, { trailer: '/Root 1 0 R' });
}

export function appendRevision(
  pdf: Uint8Array,
  objects: PdfTexts,
  given: { trailer?: string; size?: number; entries?: string; prefix?: string } = {},
): Uint8Array {
  const before = latin1(pdf);
  const prev = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(before)?.[1];
  const sizeBefore = Number([...before.matchAll(/\/Size (\d+)/g)].at(-1)?.[1] ?? 1);
  let text = `${before.endsWith('\n') ? '' : '\n'}${given.prefix ?? ''}`;
  let entries = prev === undefined ? '0 1\n0000000000 65535 f \n' : '';
  for (const [number, body] of Object.entries(objects)) {
    const offset = String(pdf.length + text.length).padStart(10, '0');
    entries += `${number} 1\n${offset} 00000 n \n`;
    text += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const size =
    given.size ?? Math.max(sizeBefore, ...Object.keys(objects).map((number) => Number(number) + 1));
  const trailer = given.trailer ?? lastTrailer(before);
  const start = pdf.length + text.length;
  text += `xref\n${given.entries ?? entries}trailer\n<< /Size ${size} ${trailer}`;
  text += `${prev === undefined ? '' : ` /Prev ${prev}`} >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from([...pdf, ...[...text].map((character) => character.charCodeAt(0))]);
}

export function findObject(pdf: Uint8Array, number: number): string {
  const found = [
    ...latin1(pdf).matchAll(new RegExp(`(?<=[\\n\\r])${number} 0 obj\\s([\\s\\S]*?)\\sendobj`, 'g')),
  ];
  return found.at(-1)![1]!;
}

export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

function lastTrailer(text: string): string {
  const trailer = text.slice(text.lastIndexOf('trailer'));
  return [/\/Root \d+ 0 R/, /\/Info \d+ 0 R/, /\/ID ?\[[^\]]*\]/]
    .map((key) => key.exec(trailer)?.[0] ?? '')
    .join(' ');
}
