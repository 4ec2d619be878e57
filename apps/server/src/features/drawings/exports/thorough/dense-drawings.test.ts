import { Drawing, type DrawingStroke } from '@field-inspection/contract';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { renderDrawingPng, renderDrawingSvg } from '../render-drawing.ts';

// A stroke on a photo has an edge, too.
const PHOTO = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#00ff00' } })
  .png()
  .toBuffer();

describe('the densest that the contract takes is drawn whole', () => {
  const SIDE = 2000;
  const look = { color: '#d92d20', size: 1 };
  /** Each small step there and back is a corner, the dearest thing that a pen can do. */
  const zigzag = (count: number, step: number, start = 0) =>
    Array.from({ length: count }, (_, i): [number, number] => [
      (start + i * 7) % SIDE,
      (i % 2 ? step : 0) + ((start * 31 + i) % (SIDE - step)),
    ]);
  const spot = Array.from({ length: 5000 }, (_, i): [number, number] => [
    900 + (i % 3) * 4,
    900 + (i % 2) * 4,
  ]);
  const many = (count: number, strokeOf: (index: number) => DrawingStroke) =>
    Array.from({ length: count }, (_, i) => strokeOf(i));

  test.each<[string, DrawingStroke[]]>([
    [
      '50 000 corners of a pen',
      many(10, (i) => ({ ...look, tool: 'pen', points: zigzag(5000, 20, i * 190) })),
    ],
    ['50 000 points on one spot', many(10, () => ({ ...look, size: 30, tool: 'pen', points: spot }))],
    [
      '50 000 points of a highlighter on one spot',
      many(10, () => ({ ...look, size: 30, tool: 'highlighter', points: spot })),
    ],
    ['ink from top to bottom', [{ ...look, tool: 'pen', points: zigzag(990, 1900) }]],
    ['2 000 broad dots', many(2000, (i) => ({ ...look, size: 200, tool: 'highlighter', points: [[i, i]] }))],
    ['2 000 texts', many(2000, (i) => ({ ...look, size: 90, tool: 'text', points: [[i, i]], text: 'Ж漢' }))],
  ])('%s', async (_name, strokes) => {
    const drawing = Drawing.parse({ width: SIDE, height: SIDE, strokes });
    const png = await renderDrawingPng(
      await renderDrawingSvg(drawing, { lines: [], capturedAt: new Date(0), background: PHOTO }),
    );
    expect(Buffer.from(png.subarray(16, 20)).readUInt32BE()).toBe(2048);
  });
});
