import { describe, expect, it } from 'vitest';
import { spliceJpegs } from './splice-jpegs.ts';
import { createStandIns } from '../rendering/place-pictures.ts';

const createStandIn = await createStandIns();
const standIn = createStandIn(1, 3);

const write = (streams: Buffer[]): Buffer => {
  const objects = streams.map((stream, index) =>
    Buffer.concat([
      Buffer.from(
        `${index + 1} 0 obj\n<<\n  /Length ${stream.length}\n  /Subtype /Image\n  /Width 8\n  /Height 8\n>>\nstream\n`,
      ),
      stream,
      Buffer.from('\nendstream\nendobj\n\n'),
    ]),
  );
  const head = Buffer.from('%PDF-1.7\n\n');
  const offsets = objects.map(
    (_, index) => head.length + objects.slice(0, index).reduce((sum, each) => sum + each.length, 0),
  );
  const start = head.length + objects.reduce((sum, each) => sum + each.length, 0);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n\r\n`);
  const table = `xref\n0 ${rows.length + 1}\n0000000000 65535 f\r\n${rows.join('')}`;
  const trailer = `trailer\n<<\n  /Size ${rows.length + 1}\n>>\nstartxref\n${start}\n%%EOF`;
  return Buffer.concat([head, ...objects, Buffer.from(table + trailer)]);
};

const photo = Buffer.alloc(5000, 'p');

describe('spliceJpegs', () => {
  it('puts each photo in, with its measures, and every object is where the table says', () => {
    const other = createStandIn(2, 1);
    const pdf = write([standIn, Buffer.from('between'), other, Buffer.from('after')]);
    const spliced = Buffer.from(
      spliceJpegs(pdf, [
        { standIn: other, jpeg: Buffer.from('small'), width: 30, height: 40 },
        { standIn, jpeg: photo, width: 2048, height: 1536 },
      ]),
    );
    const text = spliced.toString('latin1');
    expect(text).toContain('/Length 5000\n  /Subtype /Image\n  /Width 2048\n  /Height 1536\n');
    expect(text).toContain('/Length 5\n  /Subtype /Image\n  /Width 30\n  /Height 40\n');
    const start = Number(/startxref\n(\d+)/.exec(text)![1]);
    expect(text.slice(start, start + 4)).toBe('xref');
    const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n\r$/gm)].map(([, each]) => Number(each));
    expect(offsets.map((offset) => text.slice(offset, offset + 8))).toEqual([
      '1 0 obj\n',
      '2 0 obj\n',
      '3 0 obj\n',
      '4 0 obj\n',
    ]);
  });

  it('leaves a PDF without photos as it is', () => {
    const pdf = write([Buffer.from('text')]);
    expect(Buffer.from(spliceJpegs(pdf, []))).toEqual(pdf);
  });

  it.each([
    ['is not there', write([Buffer.from('text')]), 'A stand-in is not there once.'],
    ['is there twice', write([standIn, standIn]), 'A stand-in is not there once.'],
    [
      'has other measures',
      Buffer.from(write([standIn]).toString('latin1').replace('/Width 8', '/Width 9'), 'latin1'),
      'no one /Width',
    ],
    ['stands in a PDF cut off', write([standIn]).subarray(0, -30), 'cross-reference table'],
  ])('throws where a stand-in %s', (_title, pdf, message) => {
    expect(() => spliceJpegs(pdf, [{ standIn, jpeg: photo, width: 1, height: 1 }])).toThrow(message);
  });
});
