export type Splice = { standIn: Buffer; jpeg: Uint8Array; width: number; height: number };

type Cut = { start: number; end: number; parts: Uint8Array[] };

/**
 * Puts photos in place of their stand-ins in a PDF that Typst wrote: image objects (ISO 32000-1, 8.9.5) with the JPEG
 * as their stream, and a new cross-reference table (7.5.4) at the end.
 *
 * @throws when the PDF is not as Typst 0.14 writes it
 */
export const spliceJpegs = (pdf: Buffer, splices: readonly Splice[]): Uint8Array<ArrayBuffer> => {
  const table = readTable(pdf);
  const cuts = splices.map((splice) => cutOut(pdf, splice)).sort((a, b) => a.start - b.start);
  const parts: Uint8Array[] = [];
  const shifts: { from: number; by: number }[] = [];
  let at = 0;
  let shift = 0;
  for (const cut of cuts) {
    parts.push(pdf.subarray(at, cut.start), ...cut.parts);
    shift += measure(cut.parts) - (cut.end - cut.start);
    shifts.push({ from: cut.end, by: shift });
    at = cut.end;
  }
  parts.push(pdf.subarray(at, table.start), writeTable(table, shifts, table.start + shift));
  return concat(parts);
};

const cutOut = (pdf: Buffer, { standIn, jpeg, width, height }: Splice): Cut => {
  const stream = pdf.indexOf(standIn);
  if (stream < 0 || pdf.indexOf(standIn, stream + 1) >= 0) throw new Error('A stand-in is not there once.');
  const start = pdf.lastIndexOf(' obj\n', stream) + ' obj\n'.length;
  let dictionary = pdf.toString('latin1', start, stream);
  for (const [name, from, to] of [
    ['Width', 8, width],
    ['Height', 8, height],
    ['Length', standIn.length, jpeg.length],
  ] as const) {
    const [before, after, ...more] = dictionary.split(`/${name} ${from}\n`);
    if (after === undefined || more.length > 0)
      throw new Error(`The image of a stand-in has no one /${name}.`);
    dictionary = `${before}/${name} ${to}\n${after}`;
  }
  return { start, end: stream + standIn.length, parts: [Buffer.from(dictionary, 'latin1'), jpeg] };
};

type Table = { start: number; rows: string[]; trailer: string };

const readTable = (pdf: Buffer): Table => {
  const start = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(pdf.toString('latin1', pdf.length - 64))?.[1]);
  const [head = '', trailer = ''] = pdf.toString('latin1', start).split(/(?=trailer\n)/);
  const [name, range, ...rows] = head.split(/\r?\n/).filter((row) => row !== '');
  const isWhole = name === 'xref' && range === `0 ${rows.length}` && trailer !== '';
  if (!isWhole) throw new Error('The PDF has no one cross-reference table.');
  return { start, rows, trailer };
};

const writeTable = (
  { rows, trailer }: Table,
  shifts: { from: number; by: number }[],
  start: number,
): Buffer => {
  const moved = rows.map((row) => {
    if (!row.trimEnd().endsWith('n')) return row;
    const offset = Number(row.slice(0, 10));
    const by = shifts.findLast(({ from }) => from <= offset)?.by ?? 0;
    return String(offset + by).padStart(10, '0') + row.slice(10);
  });
  // Every row is 20 bytes with its end of line, and 18 without.
  const lines = moved.map((row) => `${row.trimEnd()}\r\n`).join('');
  const end = trailer.replace(/startxref\n\d+\n/, `startxref\n${start}\n`);
  return Buffer.from(`xref\n0 ${rows.length}\n${lines}${end}`, 'latin1');
};

const measure = (parts: Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

// Buffer.concat may share its memory, and the result moves from thread to thread with its own.
const concat = (parts: Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(measure(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
