import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { renderReport } from '../render-report.ts';
import { hasPoppler, readPage, readText } from '../testing/read-pdf.ts';
import { sampleReport } from '../testing/sample-report.ts';

const sample = await sampleReport();

/** The upper half is red, the lower one blue. */
const drawHalves = async (height: number): Promise<Buffer> => {
  const plain = (size: number, background: string) =>
    sharp({ create: { width: 400, height: size, channels: 3, background } });
  const half = height / 2;
  const upperHalf = await plain(half, '#ff0000').png().toBuffer();
  return plain(height, '#0000ff')
    .composite([{ input: upperHalf, gravity: 'north' }])
    .jpeg()
    .toBuffer();
};

const countColors = async (pdf: Uint8Array, pages: number) => {
  const colors = { red: 0, blue: 0 };
  for (let page = 1; page <= pages; page += 1) {
    const pixels = await sharp(readPage(pdf, page)).removeAlpha().raw().toBuffer();
    for (let at = 0; at < pixels.length; at += 3) {
      if (pixels[at]! > 220 && pixels[at + 2]! < 40) colors.red += 1;
      if (pixels[at]! < 40 && pixels[at + 2]! > 220) colors.blue += 1;
    }
  }
  return colors;
};

describe.skipIf(!hasPoppler)('a report as another program reads it', () => {
  it('shows of a picture the part that is to be shown, at the size of its own', async () => {
    const bytes = await drawHalves(300);
    const board = { ...sample.whiteboards[0]!, picture: { bytes, mime: 'image/jpeg' } as const };
    const count = async (shown: { width: number; height: number }) => {
      const whiteboards = [{ ...board, picture: { ...board.picture, shown } }];
      const pieces = { photos: [], signature: null, recordings: [], whiteboards };
      const { pdf, pages } = await renderReport({ ...sample, ...pieces });
      return countColors(pdf, pages);
    };
    const whole = await count({ width: 1, height: 1 });
    expect(whole.blue / whole.red).toBeCloseTo(1, 1);
    const upper = await count({ width: 1, height: 0.5 });
    // The shown part is as wide as its column; the whole picture was as high as its row.
    expect([upper.blue, upper.red > whole.red * 1.05]).toEqual([0, true]);
  });

  it.each([
    ['full', 300],
    ['full', 900],
    ['contact_sheet', 300],
    ['contact_sheet', 900],
  ] as const)(
    'never shows what a drawing has below the part that is to be shown: %s, %i high',
    async (photos, height) => {
      const bytes = await drawHalves(height);
      const picture = { bytes, mime: 'image/jpeg', shown: { width: 1, height: 0.5 } } as const;
      const whiteboards = [{ ...sample.whiteboards[0]!, picture }];
      const pieces = { photos: [], signature: null, recordings: [], whiteboards };
      const variant = { ...sample.variant, photos };
      const { pdf, pages } = await renderReport({ ...sample, ...pieces, variant });
      const colors = await countColors(pdf, pages);
      expect([colors.blue, colors.red > 10_000]).toEqual([0, true]);
    },
  );

  it('holds a statement of any number of lines whole, with what was signed under it', async () => {
    for (const count of [10, 24, 25, 45, 70, 200]) {
      const lines = Array.from({ length: count }, (_, index) => `Clause ${index + 1}.`);
      const signature = { ...sample.signature!, statement: lines.join('\n') };
      const { pdf } = await renderReport({ ...sample, photos: [], whiteboards: [], signature });
      const text = readText(pdf);
      for (const line of lines) expect(text).toContain(line);
      expect(text).toContain(signature.name);
      expect(text).toContain(signature.sha256.slice(0, 32));
    }
  });
});
