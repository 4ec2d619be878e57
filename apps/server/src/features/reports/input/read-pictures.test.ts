import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { noisyPicture } from '../../evidence/photos/testing/noisy-picture.ts';
import { readPictures } from './read-pictures.ts';
import type { PieceRow } from './read-report-rows.ts';

const storeAll = (pictures: Uint8Array[], mime = 'image/jpeg') => {
  const held = new Map<string, Uint8Array>();
  const rows = pictures.map((bytes, index) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    held.set(`o/${index}/${sha256}`, bytes);
    const derivatives = [{ sha256, mime, byte_size: BigInt(bytes.length) }];
    return { organisation_id: 'o', id: `${index}`, kind: 'photo', derivatives } as unknown as PieceRow;
  });
  const warnings: object[] = [];
  const context = {
    objects: {
      get: async (key: string) => Readable.from([Buffer.from(held.get(key)!)]),
      check: async () => {},
    },
    log: { warn: (fields: object) => warnings.push(fields) },
  } as unknown as Context;
  return { rows, context, warnings };
};

const takePicture = (width: number, height: number): Promise<Buffer> =>
  noisyPicture().resize(width, height, { fit: 'fill' }).jpeg({ quality: 82 }).toBuffer();

const measure = (pictures: ReadonlyMap<string, { bytes: Uint8Array }>): number =>
  [...pictures.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);

test('within the limit each picture is as it is kept, byte for byte', async () => {
  const pictures = await Promise.all([1, 2, 3].map(() => takePicture(300, 200)));
  const { rows, context } = storeAll(pictures);
  const read = await readPictures(context, rows);
  for (const [index, bytes] of pictures.entries())
    expect(Buffer.from(read.get(`${index}`)!.bytes)).toEqual(bytes);
});

test('above it they are shown smaller, however many there are, and none is lost', async () => {
  const pictures = await Promise.all(Array.from({ length: 6 }, () => takePicture(2048, 1536)));
  const whole = pictures.reduce((sum, { length }) => sum + length, 0);
  const { rows, context } = storeAll(pictures);
  const read = await readPictures(context, rows, whole / 3);
  expect([read.size, measure(read) <= whole / 3]).toEqual([6, true]);
  const { width, height } = await sharp(Buffer.from(read.get('0')!.bytes)).metadata();
  expect(width! / height!).toBeCloseTo(4 / 3, 2);
  expect(width).toBeGreaterThan(800);
});

test('one that is no picture is left out when it would have to be made smaller', async () => {
  const { rows, context } = storeAll([Buffer.alloc(9000, 1), await takePicture(64, 64)]);
  expect([...(await readPictures(context, rows, 4000)).keys()]).toEqual(['1']);
});

test('one that can not be read is said in the log, by its id alone', async () => {
  const { rows, context, warnings } = storeAll([await takePicture(64, 64)]);
  rows[0]!.derivatives[0]!.sha256 = 'f'.repeat(64);
  expect((await readPictures(context, rows)).size).toBe(0);
  expect(warnings).toMatchObject([{ evidence_id: '0' }]);
});

test('what is no JPEG or PNG is not shown', async () => {
  const { rows, context } = storeAll([Buffer.from('a video')], 'video/webm');
  expect((await readPictures(context, rows)).size).toBe(0);
});

test('above it as many are made smaller at once as there are cores, and no more', async () => {
  const pictures = await Promise.all(Array.from({ length: 12 }, () => takePicture(1600, 1200)));
  const whole = pictures.reduce((sum, { length }) => sum + length, 0);
  const { rows, context } = storeAll(pictures);
  const counts: number[] = [];
  const count = () => counts.push(sharp.counters().process + sharp.counters().queue);
  sharp.queue.on('change', count);
  await readPictures(context, rows, whole / 3);
  sharp.queue.off('change', count);
  expect(Math.max(...counts)).toBe(Math.min(4, availableParallelism()));
});

describe('a drawing', () => {
  const readDrawn = async (readDrawing: () => Promise<Readable>) => {
    const { rows, context } = storeAll([await takePicture(64, 64)]);
    const sha256 = 'd'.repeat(64);
    const row = { ...rows[0]!, mime: 'application/json', sha256 };
    const { get } = context.objects;
    const objects = {
      ...context.objects,
      get: (key: string) => (key.endsWith(sha256) ? readDrawing() : get(key)),
    };
    return (await readPictures({ ...context, objects }, [row])).get('0');
  };
  const give = (drawing: string) => async () => Readable.from([Buffer.from(drawing)]);
  const write = (text: string) => give(`{"strokes":[{"text":"${text}","tool":"text"}]}`);

  test('in which the fonts lack a character is told, so that the report can say what its sign means', async () => {
    expect(await readDrawn(write('漢'))).toMatchObject({ hasMissingSign: true });
    expect(await readDrawn(write('שלום'))).toMatchObject({ hasMissingSign: false });
    expect(await readDrawn(give('{"strokes":[]}'))).not.toHaveProperty('hasMissingSign');
  });

  test('whose strokes are lost keeps its picture, and may have the sign', async () => {
    expect(await readDrawn(() => Promise.reject(new Error('lost')))).toMatchObject({
      mime: 'image/jpeg',
      hasMissingSign: true,
    });
  });
});
