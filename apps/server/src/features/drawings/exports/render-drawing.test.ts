import { createHash } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { Drawing } from '@field-inspection/contract';
import { describe, expect, test } from 'vitest';
import { composeSvg, rasteriseSvg, type DrawingExport } from '../rendering/compose-svg.ts';
import { renderDrawingPng, renderDrawingSvg } from './render-drawing.ts';

const threads: Worker[] = [];
process.on('worker', (thread) => threads.push(thread));

const SETTINGS: DrawingExport = {
  lines: ['Session RFX-2231'],
  capturedAt: new Date('2026-11-20T10:00:00.123Z'),
};

const wave = Array.from({ length: 60 }, (_, i): [number, number] => [80 + i * 8, i % 6 < 3 ? 300 : 340]);
const KNOWN: Drawing = {
  width: 1280,
  height: 720,
  strokes: [
    {
      tool: 'highlighter',
      color: '#ffd400',
      size: 36,
      points: [
        [80, 110],
        [420, 110],
      ],
    },
    {
      tool: 'text',
      color: '#1f2937',
      size: 40,
      points: [[80, 80]],
      text: 'Crack, 3 mm → 漢\nŻółw Ωμέγα Щит\nשלום (3 מ²)',
    },
    { tool: 'pen', color: '#1570ef', size: 8, points: wave },
    {
      tool: 'pen',
      color: '#039855',
      size: 14,
      points: wave.map(([x, y], i) => [x, y + 150, (i * 17) % 1000]),
    },
    {
      tool: 'rectangle',
      color: '#d92d20',
      size: 6,
      points: [
        [700, 200],
        [1000, 400],
      ],
    },
    {
      tool: 'ellipse',
      color: '#7a5af8',
      size: 6,
      points: [
        [1050, 180],
        [1250, 420],
      ],
    },
    {
      tool: 'arrow',
      color: '#d92d20',
      size: 8,
      points: [
        [600, 600],
        [850, 300],
      ],
    },
    {
      tool: 'line',
      color: '#000000',
      size: 3,
      points: [
        [700, 650],
        [1260, 650],
      ],
    },
  ],
};

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

// Other hashes mean that earlier exports can't be made again: change them knowingly only.
test('a known drawing gives known bytes', async () => {
  const svg = await renderDrawingSvg(Drawing.parse(KNOWN), SETTINGS);
  const png = await renderDrawingPng(svg);
  expect([sha256(svg), sha256(png)]).toEqual([
    'aaab6b868d9081ad7cce387a845fe34f249b6d86faf5c5a22fb14e3c5a20eab9',
    'bb9ea116071b0be0f0217b595d1cd454fec2d4b72d204d9621d1f3c3247e49ab',
  ]);
});

test('the thread gives what the same code gives here, however many ask at once', async () => {
  const settings = Array.from({ length: 6 }, (_, index) => ({ ...SETTINGS, lines: [`Session ${index}`] }));
  const svgs = await Promise.all(settings.map((each) => renderDrawingSvg(KNOWN, each)));
  expect(svgs).toEqual(settings.map((each) => composeSvg(KNOWN, each)));
  const pngs = await Promise.all(svgs.slice(0, 2).map(renderDrawingPng));
  expect(pngs.map(sha256)).toEqual(svgs.slice(0, 2).map((svg) => sha256(rasteriseSvg(svg))));
});

describe('a failure', () => {
  test('reaches the one who asked, and nobody else', async () => {
    const outcomes = await Promise.allSettled([
      renderDrawingSvg(KNOWN, { ...SETTINGS, background: new Uint8Array(8) }),
      renderDrawingPng('<svg'),
      renderDrawingSvg(KNOWN, SETTINGS),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(outcomes[0]).toMatchObject({
      reason: { message: expect.stringContaining('must be a JPEG or a PNG') },
    });
  });

  test('of the whole thread is told, and the next order gets a new one', async () => {
    await renderDrawingSvg(KNOWN, SETTINGS);
    const before = threads.length;
    const lost = expect(renderDrawingSvg(KNOWN, SETTINGS)).rejects.toThrow('ended before it answered');
    await threads.at(-1)?.terminate();
    await lost;
    expect(await renderDrawingSvg(KNOWN, SETTINGS)).toBe(composeSvg(KNOWN, SETTINGS));
    expect(threads).toHaveLength(before + 1);
  });
});
