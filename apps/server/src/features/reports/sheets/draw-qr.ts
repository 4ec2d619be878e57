import { encodeQR } from 'qr';

/** Dark modules as runs of a row, and the modules of a side; the margin is the template's. */
export type QrDrawing = { size: number; runs: { x: number; y: number; length: number }[] };

/** A QR code (ISO/IEC 18004) that is still read with 15 % of it lost, as on a crumpled print. */
export const drawQr = (text: string): QrDrawing => {
  // The library insists on a margin.
  const framed = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  const rows = framed.slice(1, -1).map((row) => row.slice(1, -1));
  return { size: rows.length, runs: rows.flatMap(findRuns) };
};

const findRuns = (row: boolean[], y: number): QrDrawing['runs'] => {
  const runs: QrDrawing['runs'] = [];
  row.forEach((isDark, x) => {
    if (!isDark) return;
    const last = runs.at(-1);
    if (last && last.x + last.length === x) last.length++;
    else runs.push({ x, y, length: 1 });
  });
  return runs;
};
