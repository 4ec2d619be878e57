import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawLogo } from './draw-logo.ts';

const drawBytes = (bytes: Uint8Array) => drawLogo({ image: Buffer.from(bytes).toString('base64') });

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

const claimSize = (png: Buffer, width: number, height: number): Buffer => {
  const claimed = Buffer.from(png);
  claimed.writeUInt32BE(width, 16);
  claimed.writeUInt32BE(height, 20);
  claimed.writeUInt32BE(crc32(claimed.subarray(12, 29)), 29);
  return claimed;
};

const tangleExif = (jpeg: Buffer): Buffer => {
  const entry = Buffer.from('69870400010000000800' + '0000', 'hex');
  const head = Buffer.concat([Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1'), Buffer.from([40, 0])]);
  const content = Buffer.concat([head, ...Array<Buffer>(40).fill(entry), Buffer.alloc(4)]);
  const marker = Buffer.from([0xff, 0xe1, (content.length + 2) >> 8, (content.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), marker, content, jpeg.subarray(2)]);
};

describe('a picture', () => {
  it.each([
    [
      'a PNG of 100 megapixels',
      async () => claimSize(await noise(40, 40).png().toBuffer(), 10_000, 10_000),
      '16 megapixels',
    ],
    ['half a PNG', async () => (await noise(200, 200).png().toBuffer()).subarray(0, 30_000), 'damaged'],
    ['half a JPEG', async () => (await noise(200, 200).jpeg().toBuffer()).subarray(0, 5_000), 'damaged'],
    [
      'a JPEG whose EXIF leads into itself, which would take seconds to follow,',
      async () => tangleExif(await noise(40, 40).jpeg().toBuffer()),
      'leads into itself',
    ],
    ['a GIF', async () => noise(20, 20).gif().toBuffer(), 'must be a PNG'],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n'), 'must be a PNG'],
    ['nothing', async () => Buffer.alloc(0), 'must be a PNG'],
  ])('%s is refused', async (_, make, words) => {
    expect(await drawBytes(await make())).toEqual({
      ok: false,
      message: expect.stringContaining(words) as string,
    });
  });

  it('that is a page, too, is a picture alone when it is drawn', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    for (const picture of [await noise(40, 20).png().toBuffer(), await noise(40, 20).jpeg().toBuffer()]) {
      const outcome = (await drawBytes(Buffer.concat([picture, page]))) as { png: string };
      expect(outcome).toMatchObject({ ok: true, width: 40, height: 20 });
      expect(Buffer.from(outcome.png, 'base64').toString('latin1')).not.toContain('alert');
    }
  });

  it('that takes much room is drawn smaller: what is kept has 256 KiB at most', async () => {
    const outcome = (await drawBytes(await noise(1600, 1600).jpeg({ quality: 40 }).toBuffer())) as {
      png: string;
    };
    expect(outcome).toMatchObject({ ok: true, width: 240, height: 240 });
    expect(Buffer.from(outcome.png, 'base64').length).toBeLessThanOrEqual(256 * 1024);
  });
});
