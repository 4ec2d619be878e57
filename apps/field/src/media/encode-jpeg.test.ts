import { afterEach, describe, expect, test, vi } from 'vitest';
import { encodeJpeg, fitPixels } from './encode-jpeg.ts';

type Size = { width: number; height: number };
type Picture = Size & { isBlack: boolean };

/**
 * A browser whose canvases fail beyond so many pixels. A blob stands for its picture; its bytes are a quarter of its
 * pixels.
 */
const useBrowser = (fails: (size: Size) => 'black' | 'nothing' | 'throws' | 'small' | undefined) => {
  const tried: Size[] = [];
  class Canvas implements Picture {
    width = 0;
    height = 0;
    isBlack = true;
    getContext = () => ({
      canvas: this,
      drawImage: (picture: Picture) => {
        if (fails(this) === 'throws') throw new Error('no memory');
        this.isBlack = picture.isBlack || fails(this) === 'black';
      },
      getImageData: () => ({ data: new Uint8Array(16).fill(this.isBlack ? 0 : 200) }),
    });
    toBlob = (give: (blob: unknown) => void) => {
      const { width, height, isBlack } = this;
      tried.push({ width, height });
      if (fails(this) === 'nothing') return give(null);
      const side = fails(this) === 'small' ? { width: 1, height: 1 } : { width, height };
      give({ ...side, isBlack, size: (width * height) / 4 });
    };
  }
  vi.stubGlobal('document', { createElement: () => new Canvas() });
  vi.stubGlobal('createImageBitmap', async (blob: Picture) => ({ ...blob, close: () => {} }));
  return tried;
};

const pixelsOf = ({ width, height }: Size) => width * height;
const picture = (size: Size, isBlack = false) => ({ ...size, isBlack }) as unknown as ImageBitmap;
const PANORAMA = { width: 15_800, height: 3_797 };

describe('a picture that is encoded', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('is as large as it should be where the browser can', async () => {
    const tried = useBrowser(() => undefined);
    expect(await encodeJpeg(picture(PANORAMA), PANORAMA)).toMatchObject(PANORAMA);
    expect(tried).toEqual([PANORAMA]);
  });

  test.each(['black', 'nothing', 'throws', 'small'] as const)(
    'is never kept %s, as iOS makes it beyond 16.7 megapixels: it is tried smaller',
    async (failure) => {
      useBrowser((size) => (pixelsOf(size) > 2 ** 24 ? failure : undefined));
      for (const size of [PANORAMA, { width: 4_100, height: 4_100 }, { width: 3_000, height: 10_000 }]) {
        const encoded = await encodeJpeg(picture(size), size);
        expect(pixelsOf(encoded)).toBeLessThanOrEqual(2 ** 24);
        expect(pixelsOf(encoded)).toBeGreaterThan(2 ** 24 * 0.99);
        expect(encoded.blob).toMatchObject({ isBlack: false });
        expect(encoded.width / encoded.height).toBeCloseTo(size.width / size.height, 1);
      }
    },
  );

  test('is tried smaller until it has few enough bytes', async () => {
    useBrowser(() => undefined);
    const { blob } = await encodeJpeg(picture(PANORAMA), PANORAMA, 9_000_000);
    expect(blob.size).toBeLessThanOrEqual(9_000_000);
    expect(blob.size).toBeGreaterThan(4_000_000);
  });

  test('may be black where what was drawn is', async () => {
    const tried = useBrowser(() => undefined);
    expect(await encodeJpeg(picture(PANORAMA, true), PANORAMA)).toMatchObject(PANORAMA);
    expect(tried).toHaveLength(1);
  });

  test('is none where no size can be encoded', async () => {
    const tried = useBrowser((size) => (pixelsOf(size) > 2_000 ? 'black' : undefined));
    await expect(encodeJpeg(picture(PANORAMA), PANORAMA)).rejects.toThrow('not encoded');
    expect(tried).toHaveLength(5);
  });
});

test('a picture of more pixels than it may have is as large as it may be, in its shape', () => {
  for (const size of [
    { width: 16_000, height: 16_000 },
    { width: 20_000, height: 4_000 },
    { width: 4_000, height: 20_000 },
  ]) {
    const fitted = fitPixels(size, 60_000_000);
    expect(pixelsOf(fitted)).toBeLessThanOrEqual(60_000_000);
    expect(pixelsOf(fitted)).toBeGreaterThan(60_000_000 * 0.999);
    expect(fitted.width / fitted.height).toBeCloseTo(size.width / size.height, 2);
  }
});

test('a picture that may be as large as it is stays so', () => {
  expect(fitPixels({ width: 10_000, height: 6_000 }, 60_000_000)).toEqual({ width: 10_000, height: 6_000 });
});
