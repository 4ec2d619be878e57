import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { judgeSignature } from './inspect-photo.ts';
import { noisyPicture } from './testing/noisy-picture.ts';
import { writePngChunk } from './testing/write-png-chunk.ts';

const png = await noisyPicture().png().toBuffer();
const GOOD: [string, Buffer][] = [
  ['image/jpeg', await noisyPicture().jpeg().toBuffer()],
  ['image/png', png],
  ['image/webp', await noisyPicture().webp().toBuffer()],
];

const expectRefusal = (bytes: Uint8Array, code: string, message: RegExp) => {
  expect(judgeSignature(bytes)).toEqual({
    ok: false,
    code,
    message: expect.stringMatching(message),
  });
};

test.each(GOOD)('%s is taken as what its bytes say', (mime, bytes) => {
  expect(judgeSignature(bytes)).toEqual({ ok: true, mime });
});

describe('refused as fake', () => {
  test.each([
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
    ['PDF', '%PDF-1.7'],
    ['a program', '\u007fELF'],
    ['a wave file', 'RIFF\u0000\u0000\u0000\u0000WAVE'],
  ])('%s, however it is called', (_name, content) => {
    expectRefusal(Buffer.from(content, 'latin1'), 'fake', /no picture: send a photo as JPEG, PNG or WebP/);
  });
});

describe('refused as unsupported', () => {
  test.each(['heic', 'heix', 'hevc', 'mif1', 'msf1'])('HEIC of brand %s: send JPEG', async (brand) => {
    const bytes = Buffer.from(`\0\0\0\u0018ftyp${brand}\0\0\0\0mif1heic`, 'latin1');
    expectRefusal(bytes, 'unsupported', /HEIC.*send it as JPEG/);
  });

  test.each([
    ['GIF', noisyPicture().gif()],
    ['TIFF', noisyPicture().tiff()],
    ['AVIF', noisyPicture().avif({ effort: 0 })],
  ])('%s', async (name, made) => {
    expectRefusal(await made.toBuffer(), 'unsupported', new RegExp(`${name}.*send it as JPEG`));
  });

  test.each([
    ['BMP', 'BM\u0001\u0002\u0003\u0004\0\0\0\0'],
    ['JPEG XL', '\0\0\0\u000cJXL \r\n'],
  ])('%s', async (name, head) => {
    expectRefusal(Buffer.from(head, 'latin1'), 'unsupported', new RegExp(name));
  });
});

describe('refused as animated', () => {
  test('WebP with frames', async () => {
    const frames = Buffer.alloc(20 * 40 * 3, 200).fill(10, 0, 1200);
    const raw = { width: 20, height: 40, channels: 3, pageHeight: 20 } as const;
    expectRefusal(await sharp(frames, { raw }).webp().toBuffer(), 'animated', /of one frame/);
  });

  test('PNG with an acTL chunk before its pixels, wherever it is', async () => {
    const control = writePngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
    const note = writePngChunk('tEXt', Buffer.from(`Comment\0${'x'.repeat(200_000)}`));
    const [head, rest] = [png.subarray(0, 33), png.subarray(33)];
    expectRefusal(Buffer.concat([head, control, rest]), 'animated', /animated/);
    expectRefusal(Buffer.concat([head, note, control, rest]), 'animated', /animated/);
  });
});
