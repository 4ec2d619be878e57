import { Resvg } from '@resvg/resvg-js';
import type { Drawing, DrawingStroke } from '@field-inspection/contract';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { composeSvg, hashDrawing, type DrawingExport } from './compose-svg.ts';
import { outlineTexts } from './outline-texts.ts';
import { arbitraryDrawing } from './testing/arbitrary-drawing.ts';

const SETTINGS: DrawingExport = {
  lines: ['Session RFX-2231'],
  capturedAt: new Date('2026-11-20T10:00:00.123Z'),
};
const RED = '#ff0000';

const drawingOf = (...strokes: DrawingStroke[]): Drawing => ({ width: 1024, height: 512, strokes });
const compose = (drawing: Drawing, settings: Partial<DrawingExport> = {}) =>
  composeSvg(drawing, { ...SETTINGS, ...settings });

const rasterise = (svg: string) => new Resvg(svg, { font: { loadSystemFonts: false } }).render();

/** The page is twice as wide as the canvas of drawingOf. */
const colorAt = (svg: string, [x, y]: [number, number]): string => {
  const { pixels, width } = rasterise(svg);
  const at = (y * width + x) * 4;
  return `#${pixels.toString('hex', at, at + 3)}`;
};

const NUMBER = '-?\\d+(\\.\\d{1,2})?';
const COLOR = '#[0-9a-f]{6}';
const DATA = 'd="[MLHVAQCZ0-9. -]*"';
/** An export has no other lines. */
const LINES = [
  `<svg xmlns="http://www.w3.org/2000/svg" width="\\d+" height="\\d+" viewBox="0 0 \\d+ \\d+">`,
  `<path ${DATA}/>`,
  `<path fill="${COLOR}" ${DATA}/>`,
  `<path fill="${COLOR}" stroke="${COLOR}" fill-rule="evenodd" ${DATA}/>`,
  `<path fill="none" stroke="${COLOR}" stroke-opacity="(1|0.4)" stroke-width="${NUMBER}" stroke-linecap="round" stroke-linejoin="round" ${DATA}/>`,
  `<circle fill="${COLOR}" fill-opacity="(1|0.4)" cx="${NUMBER}" cy="${NUMBER}" r="${NUMBER}"/>`,
  `<image width="\\d+" height="\\d+" href="data:image/(jpeg|png);base64,[A-Za-z0-9+/]+=*"/>`,
  `</svg>`,
].map((line) => new RegExp(`^${line}$`));

const strangeLines = (svg: string) =>
  svg.split('\n').filter((line) => !LINES.some((known) => known.test(line)));

test('any drawing gives shapes and nothing else, that a renderer reads at its size, and twice the same', () => {
  fc.assert(
    fc.property(arbitraryDrawing(), (drawing) => {
      const svg = compose(drawing);
      expect(strangeLines(svg)).toEqual([]);
      expect(compose(structuredClone(drawing))).toBe(svg);
      const read = new Resvg(svg, { font: { loadSystemFonts: false } });
      expect(svg).toContain(`width="${read.width}" height="${read.height}"`);
      expect(Math.max(read.width, read.height)).toBeGreaterThanOrEqual(2048);
      expect(read.width).toBeLessThanOrEqual(2048);
    }),
    { numRuns: 150 },
  );
});

describe('what a person wrote', () => {
  test.each([
    '</svg><script>alert(1)</script>',
    '"/><image href="https://example.com/x.png"/>',
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>&x;',
    '<![CDATA[<script>]]>',
    'javascript:alert(1)',
    '&lt;script&gt; &#x3c; &copy;',
    'a\u0001b\u001fc\ufffe',
    '\u202egnp.exe\u2066',
    `a${'\u0301'.repeat(400)}`,
  ])('can not become markup, an address or an entity: %j', (text) => {
    const stroke: DrawingStroke = { tool: 'text', color: RED, size: 40, points: [[10, 10]], text };
    const svg = compose(drawingOf(stroke), { lines: [text] });
    expect(strangeLines(svg)).toEqual([]);
    expect(svg.match(/<\w+/g)).toEqual(['<svg', '<path', '<path', '<path', '<path']);
    expect(svg).not.toMatch(/script|example|javascript|&|ENTITY/);
    expect(rasterise(svg).width).toBe(2048);
  });
});

describe('the stamp', () => {
  test('says the lines that are given, the time in UTC, and the hash of the canonical drawing', () => {
    const drawing = drawingOf({
      tool: 'line',
      color: RED,
      size: 2,
      points: [
        [0, 0],
        [9, 9],
      ],
    });
    const text = `Session RFX-2231\n2026-11-20T10:00:00.123Z\nSHA-256 ${hashDrawing(drawing)}`;
    const [stamp] = outlineTexts([{ text, x: 32, y: 1024 + 16, size: 32 }]);
    expect(compose(drawing)).toContain(`<path d="${stamp}"/>\n</svg>`);
  });

  test('is below the canvas, where no stroke reaches', () => {
    const svg = compose(
      drawingOf(
        {
          tool: 'line',
          color: RED,
          size: 100,
          points: [
            [0, 512],
            [1024, 512],
          ],
        },
        { tool: 'text', color: RED, size: 100, points: [[0, 480]], text: '\u2588\u2588\u2588\n\u2588' },
        { tool: 'highlighter', color: RED, size: 100, points: [[1000, 600]] },
      ),
    );
    expect(colorAt(svg, [1024, 1000])).toBe(RED);
    for (const point of [
      [2000, 1035],
      [2000, 1100],
      [1024, 1030],
    ] as [number, number][]) {
      expect(colorAt(svg, point)).toBe('#ffffff');
    }
  });

  test('can be read below a narrow canvas too, and beside it no stroke reaches', () => {
    const svg = compose({
      width: 100,
      height: 2000,
      strokes: [
        {
          tool: 'line',
          color: RED,
          size: 200,
          points: [
            [0, 1000],
            [300, 1000],
          ],
        },
      ],
    });
    expect(rasterise(svg).width).toBe(800);
    expect(colorAt(svg, [50, 1024])).toBe(RED);
    expect(colorAt(svg, [150, 1024])).toBe('#ffffff');
  });

  test('refuses a time that is none', () => {
    expect(() => compose(drawingOf(), { capturedAt: new Date('soon') })).toThrow(RangeError);
  });
});

describe('each tool draws', () => {
  const at = { color: RED, size: 20 };
  const path = [
    [100, 100],
    [300, 100],
    [500, 100],
  ] as [number, number][];
  const span = [
    [100, 100],
    [500, 300],
  ] as [number, number][];
  const level = [
    [100, 100],
    [500, 100],
  ] as [number, number][];

  test.each<[string, DrawingStroke, [number, number], string]>([
    ['a pen on its way', { tool: 'pen', ...at, points: path }, [600, 200], RED],
    [
      'a pen with pressure',
      { tool: 'pen', ...at, points: path.map(([x, y]) => [x, y, 900]) },
      [600, 200],
      RED,
    ],
    [
      'a highlighter that shows what is below',
      { tool: 'highlighter', ...at, points: path },
      [600, 200],
      '#ff9999',
    ],
    ['a line to its end', { tool: 'line', ...at, points: span }, [998, 598], RED],
    ["an arrow's shaft", { tool: 'arrow', ...at, points: level }, [400, 200], RED],
    ["an arrow's barb", { tool: 'arrow', ...at, points: level }, [900, 150], RED],
    ["a rectangle's side", { tool: 'rectangle', ...at, points: span }, [1000, 400], RED],
    ['nothing within a rectangle', { tool: 'rectangle', ...at, points: span }, [600, 400], '#ffffff'],
    ["an ellipse's top", { tool: 'ellipse', ...at, points: span }, [600, 200], RED],
    ["an ellipse's bottom", { tool: 'ellipse', ...at, points: span }, [600, 600], RED],
    ['nothing within an ellipse', { tool: 'ellipse', ...at, points: span }, [600, 400], '#ffffff'],
    ['a flat rectangle', { tool: 'rectangle', ...at, points: level }, [600, 200], RED],
    ['a flat ellipse', { tool: 'ellipse', ...at, points: level }, [600, 200], RED],
    ['a letter', { tool: 'text', ...at, size: 100, points: [[100, 100]], text: 'I' }, [229, 340], RED],
  ])('%s', (_name, stroke, point, color) => {
    expect(colorAt(compose(drawingOf(stroke)), point)).toBe(color);
  });

  test.each(['pen', 'highlighter', 'line', 'arrow', 'rectangle', 'ellipse'] as const)(
    'a tap with the %s',
    (tool) => {
      const points: [number, number][] =
        tool === 'pen' || tool === 'highlighter'
          ? [[50, 50]]
          : [
              [50, 50],
              [50, 50],
            ];
      const color = tool === 'highlighter' ? '#ff9999' : RED;
      expect(colorAt(compose(drawingOf({ tool, ...at, points })), [100, 100])).toBe(color);
    },
  );

  test('later strokes over earlier ones, texts too', () => {
    const line: DrawingStroke = {
      tool: 'line',
      ...at,
      color: '#0000ff',
      size: 100,
      points: [
        [0, 170],
        [600, 170],
      ],
    };
    const letter: DrawingStroke = { tool: 'text', ...at, size: 100, points: [[100, 100]], text: 'I' };
    expect(colorAt(compose(drawingOf(line, letter)), [229, 340])).toBe(RED);
    expect(colorAt(compose(drawingOf(letter, line)), [229, 340])).toBe('#0000ff');
  });
});

describe('an annotation', () => {
  const photo = (background: string) => sharp({ create: { width: 64, height: 32, channels: 3, background } });

  test.each(['jpeg', 'png'] as const)('has its photo below the strokes, of type %s', async (format) => {
    const background = await photo('#00ff00').toFormat(format).toBuffer();
    const svg = compose(
      drawingOf({
        tool: 'line',
        color: RED,
        size: 20,
        points: [
          [0, 100],
          [1024, 100],
        ],
      }),
      { background },
    );
    expect(strangeLines(svg)).toEqual([]);
    expect(colorAt(svg, [600, 200])).toBe(RED);
    expect(colorAt(svg, [600, 800])).toMatch(/^#0[0-3]f[c-f]0[0-3]$/);
  });

  test('has an edge around strokes and words that are of the colour of the photo, and a highlighter has none', async () => {
    const background = await photo(RED).png().toBuffer();
    const at = { color: RED, size: 40 };
    const across: [number, number][] = [
      [100, 100],
      [900, 100],
    ];
    const line = compose(drawingOf({ tool: 'line', ...at, points: across }), { background });
    expect([200, 252, 270].map((y) => colorAt(line, [1000, y]))).toEqual([RED, '#ffffff', RED]);
    const word: DrawingStroke = { tool: 'text', ...at, size: 200, points: [[100, 100]], text: 'I' };
    expect(compose(drawingOf(word), { background })).toContain('<path fill="none" stroke="#ffffff"');
    expect(compose(drawingOf(word))).not.toContain('stroke="#ffffff"');
    const highlighter = compose(drawingOf({ tool: 'highlighter', ...at, points: across }), { background });
    expect(highlighter).not.toContain('stroke="#ffffff"');
    expect(strangeLines(compose(drawingOf(word), { background }))).toEqual([]);
  });

  test('of a photo of other proportions shows all of it, undistorted', async () => {
    const background = await sharp({ create: { width: 32, height: 32, channels: 3, background: RED } })
      .png()
      .toBuffer();
    const svg = compose(drawingOf(), { background });
    expect([500, 520, 1500, 1550].map((x) => colorAt(svg, [x, 512]))).toEqual([
      '#ffffff',
      RED,
      RED,
      '#ffffff',
    ]);
  });

  test('refuses a background that is neither JPEG nor PNG', () => {
    const background = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(() => compose(drawingOf(), { background })).toThrow(/must be a JPEG or a PNG/);
  });
});
