import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takePhoto } from '../../../testing/take-photo.ts';
import { plantProfileOfTables } from '../location/testing/plant-locations.ts';
import { openDecoding } from '../../../platform/decoding/open-decoding.ts';
import { PHOTO } from '../exports/process-photo.ts';
import { transformPhoto, type PhotoOrder } from './transform-photo.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fis-photos-'));
});
afterAll(() => rm(folder, { recursive: true }));

const decoding = openDecoding({ log: { warn: () => {} } });
const transformApart = (order: PhotoOrder) =>
  decoding({ organisationId: 'an organisation', sessionId: null }, (decode) => decode(PHOTO, order));
const OUTPUTS = ['blanked', 'display', 'thumbnail'] as const;

const transform = async (
  bytes: Uint8Array,
  { via, keepsLocation = false }: { via: 'here' | 'apart'; keepsLocation?: boolean },
) => {
  const own = await mkdtemp(join(folder, via));
  const photo = join(own, 'photo');
  await writeFile(photo, bytes);
  const [blanked, display, thumbnail] = OUTPUTS.map((name) => join(own, name)) as [string, string, string];
  const order: PhotoOrder = { photo, keepsLocation, blanked, display, thumbnail };
  const outcome = await (via === 'here' ? transformPhoto : transformApart)(order);
  const files: Record<string, { hex: string; mode: number }> = {};
  for (const name of await readdir(own)) {
    if (name === 'photo') continue;
    const path = join(own, name);
    files[name] = { hex: (await readFile(path)).toString('hex'), mode: (await stat(path)).mode & 0o777 };
  }
  return { outcome, files };
};

const asFormat = async (format: 'png' | 'webp') =>
  sharp(await takePhoto())
    .keepMetadata()
    .toFormat(format)
    .toBuffer();

const PHOTOS: [string, string, () => Promise<Buffer>][] = [
  ['a JPEG with its place', 'image/jpeg', () => takePhoto()],
  ['a PNG', 'image/png', () => asFormat('png')],
  ['a WebP', 'image/webp', () => asFormat('webp')],
];

test.each(PHOTOS)('%s comes out of the process as it comes out here', async (_, mime, take) => {
  const bytes = await take();
  for (const keepsLocation of [false, true]) {
    const here = await transform(bytes, { via: 'here', keepsLocation });
    const apart = await transform(bytes, { via: 'apart', keepsLocation });
    expect(apart).toEqual(here);
    expect(apart.outcome).toMatchObject({ ok: true, isBlanked: !keepsLocation, facts: { mime, width: 480 } });
    expect(Object.keys(apart.files)).toEqual(OUTPUTS.filter((name) => name !== 'blanked' || !keepsLocation));
    expect(new Set(Object.values(apart.files).map(({ mode }) => mode))).toEqual(new Set([0o600]));
  }
});

test('what is refused there is refused in the words of here, and leaves no file', async () => {
  const photo = await takePhoto();
  for (const bytes of [photo.subarray(0, photo.length - 500), Buffer.from('no photo')]) {
    const here = await transform(bytes, { via: 'here' });
    expect(await transform(bytes, { via: 'apart' })).toEqual(here);
    expect(here).toMatchObject({ outcome: { ok: false, refused: 'photo' }, files: {} });
  }
});

test('a location that can’t be taken out is refused there in the words of here', async () => {
  const photo = plantProfileOfTables(await takePhoto());
  const here = await transform(photo, { via: 'here' });
  expect(await transform(photo, { via: 'apart' })).toEqual(here);
  expect(here).toMatchObject({ outcome: { ok: false, refused: 'location' }, files: {} });
});

test('a failure of the disk there keeps the code of the system', async () => {
  const order = { photo: join(folder, 'missing'), keepsLocation: true };
  const outputs = { blanked: '', display: '', thumbnail: '' };
  await expect(transformApart({ ...order, ...outputs })).rejects.toMatchObject({ code: 'ENOENT' });
});
