import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ReportPicture } from '../input/report-input.ts';
import { overlayPicture, preparePicture, readJpegHeader } from './prepare-picture.ts';

const RED = { r: 217, g: 45, b: 32 };
const create = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: channels === 4 ? { ...RED, alpha: 0 } : RED } });
const jpeg = (bytes: Uint8Array): ReportPicture => ({ bytes, mime: 'image/jpeg' });
const png = (bytes: Uint8Array): ReportPicture => ({ bytes, mime: 'image/png' });

describe('preparePicture', () => {
  it('leaves a plain JPEG as it is, byte for byte', async () => {
    const bytes = await create(640, 480).jpeg().toBuffer();
    expect(await preparePicture(jpeg(bytes), 'full')).toEqual({
      jpeg: bytes,
      width: 640,
      height: 480,
      components: 3,
    });
  });

  it('leaves a grey and a progressive one as they are', async () => {
    const grey = await create(64, 48).toColourspace('b-w').jpeg().toBuffer();
    expect(await preparePicture(jpeg(grey), 'full')).toMatchObject({ jpeg: grey, components: 1 });
    const progressive = await create(64, 48).jpeg({ progressive: true }).toBuffer();
    expect(await preparePicture(jpeg(progressive), 'full')).toMatchObject({ jpeg: progressive });
  });

  it('takes place and camera out of a JPEG that has them, and turns it upright', async () => {
    const bytes = await create(640, 480)
      .jpeg()
      .withMetadata({
        orientation: 6,
        exif: { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '45/1 27/1 51/1' } },
      })
      .toBuffer();
    expect(bytes.includes('Camera')).toBe(true);
    const prepared = await preparePicture(jpeg(bytes), 'full');
    expect(prepared).toMatchObject({ width: 480, height: 640 });
    expect(Buffer.from(prepared!.jpeg).includes('Camera')).toBe(false);
    expect(readJpegHeader(prepared!.jpeg)).not.toBeNull();
  });

  it('makes a JPEG on white of a PNG', async () => {
    const prepared = await preparePicture(png(await create(100, 50, 4).png().toBuffer()), 'full');
    const { data } = await sharp(prepared!.jpeg).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it('makes JPEGs of colours for print into colours of a screen', async () => {
    const bytes = await create(64, 48).toColourspace('cmyk').jpeg().toBuffer();
    expect(await preparePicture(jpeg(bytes), 'full')).toMatchObject({ components: 3 });
  });

  it('makes a picture of a contact sheet smaller', async () => {
    const bytes = await create(2048, 1536).jpeg().toBuffer();
    expect(await preparePicture(jpeg(bytes), 'contact_sheet')).toMatchObject({ width: 860, height: 645 });
  });

  it.each([
    ['no picture', Buffer.from('not a picture')],
    ['nothing', Buffer.alloc(0)],
    ['a beginning alone', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ])('gives none for %s', async (_title, bytes) => {
    expect(await preparePicture(jpeg(bytes), 'full')).toBeNull();
    expect(await preparePicture(png(bytes), 'contact_sheet')).toBeNull();
  });
});

describe('overlayPicture', () => {
  it('lays the strokes over the whole photo, whatever their measures', async () => {
    const photo = await create(400, 300).jpeg().toBuffer();
    const strokes = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#0000ffff' } })
      .png()
      .toBuffer();
    const made = await overlayPicture(jpeg(photo), png(strokes));
    const { data, info } = await sharp(made!.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([400, 300]);
    expect(data.at(-1)).toBeGreaterThan(240);
    expect(data.at(-3)).toBeLessThan(15);
  });

  it('gives none where one of the two is no picture', async () => {
    expect(await overlayPicture(jpeg(Buffer.from('no')), png(Buffer.from('no')))).toBeNull();
  });
});
