import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { plantSegment } from '../location/testing/plant-locations.ts';
import { SRATIONAL, writeExif, type Value, type Writers } from '../location/testing/write-exif.ts';
import { inspectPhoto } from './inspect-photo.ts';

type Writing = (write: Writers) => Value[];

const write =
  (latitude: Writing, longitude: Writing = east, ...more: Writing[]): Writing =>
  (writers) =>
    [latitude, longitude, ...more].flatMap((each) => each(writers)).toSorted((a, b) => a.tag - b.tag);
const pairsOf = (values: number[]): [number, number][] =>
  values.map((value) => [Math.round(value * 1e4), 1e4]);

const latitude =
  (reference: string | undefined, ...values: number[]): Writing =>
  ({ text, rationals }) => [
    ...(reference === undefined ? [] : [text(1, reference)]),
    rationals(2, pairsOf(values)),
  ];
const longitude =
  (reference: string | undefined, ...values: number[]): Writing =>
  ({ text, rationals }) => [
    ...(reference === undefined ? [] : [text(3, reference)]),
    rationals(4, pairsOf(values)),
  ];
const signed =
  (reference: string, ...values: number[]): Writing =>
  ({ text, rationals }) => [text(1, reference), rationals(2, pairsOf(values), SRATIONAL)];
const raw =
  (...pairs: [number, number][]): Writing =>
  ({ text, rationals }) => [text(1, 'S'), rationals(2, pairs)];
const inWords =
  (words: string): Writing =>
  ({ text }) => [text(1, 'S'), text(2, words)];

const east = longitude('E', 151, 12, 26.4);
const SYDNEY = { lat: -33.875, lon: 151.2073333, accuracy: null };

const LOCATIONS: [string, Writing, typeof SYDNEY][] = [
  ['letters', write(latitude('S', 33, 52, 30)), SYDNEY],
  ['lower case', write(latitude('s', 33, 52, 30), longitude('e', 151, 12, 26.4)), SYDNEY],
  [
    'lower case, west',
    write(latitude('n', 33, 52, 30), longitude('w', 151, 12, 26.4)),
    { ...SYDNEY, lat: 33.875, lon: -151.2073333 },
  ],
  ['words', write(latitude('South', 33, 52, 30), longitude('East', 151, 12, 26.4)), SYDNEY],
  ['words in capitals', write(latitude('SOUTH', 33, 52, 30), longitude('EAST', 151, 12, 26.4)), SYDNEY],
  ['words with a space behind', write(latitude('south ', 33, 52, 30)), SYDNEY],
  [
    'undefined bytes',
    write(({ blob, rationals }) => [blob(1, 'S\0'), rationals(2, pairsOf([33, 52, 30]))]),
    SYDNEY,
  ],
  ['a sign beside the letter', write(signed('S', -33, -52, -30)), SYDNEY],
  ['a sign at the degrees alone, as nothing follows', write(signed('S', -33.875, 0, 0)), SYDNEY],
  ['signed numbers without a sign', write(signed('S', 33, 52, 30)), SYDNEY],
  ['decimal minutes', write(latitude('S', 33, 52.5, 0)), SYDNEY],
  ['decimal degrees', write(latitude('S', 33.875, 0, 0)), SYDNEY],
  ['degrees alone', write(latitude('S', 33.875)), SYDNEY],
  ['degrees and minutes alone', write(latitude('S', 33, 52.5)), SYDNEY],
  ['seconds that were rounded up', write(latitude('S', 33, 51, 60)), { ...SYDNEY, lat: -33.8666667 }],
  ['a text', write(inWords('33 52 30')), SYDNEY],
  ['a text of one number', write(inWords('33.875')), SYDNEY],
  ['whole numbers', write(({ text, shorts }) => [text(1, 'S'), shorts(2, [33, 52, 30])]), SYDNEY],
];

/** exiftool takes these bytes for numbers: it knows no such direction, and so says north. */
const NUMBERED: [string, Writing, typeof SYDNEY][] = [
  ['bytes', write(({ bytes, rationals }) => [bytes(1, 'S\0'), rationals(2, pairsOf([33, 52, 30]))]), SYDNEY],
  ['a byte', write(({ bytes, rationals }) => [bytes(1, 'S'), rationals(2, pairsOf([33, 52, 30]))]), SYDNEY],
  [
    'bytes of a word',
    write(({ bytes, rationals }) => [bytes(1, 'south'), rationals(2, pairsOf([33, 52, 30]))]),
    SYDNEY,
  ],
];

/** exiftool reads these as the location in the second column. */
const GUESSED: [string, Writing, [number, number] | undefined][] = [
  ['no letters', write(latitude(undefined, 33, 52, 30), longitude(undefined, 151, 12, 26)), undefined],
  ['no letter of the latitude', write(latitude(undefined, 33, 52, 30)), undefined],
  ['no letter of the longitude', write(latitude('S', 33, 52, 30), longitude(undefined, 151)), undefined],
  ['an empty letter', write(latitude('', 33, 52, 30)), [33.875, 151.2073333]],
  ['the letter of the other axis', write(latitude('E', 33, 52, 30)), [33.875, 151.2073333]],
  ['a letter of no direction', write(latitude('?', 33, 52, 30)), [33.875, 151.2073333]],
  ['below zero and north', write(signed('N', -33, -52, -30)), [33.875, 151.2073333]],
  ['a sign at the degrees alone', write(signed('S', -33, 52, 30)), [-32.125, 151.2073333]],
  ['seconds of 0/0', write(raw([33, 1], [525, 10], [0, 0])), [0, 151.2073333]],
  ['minutes of 0/0', write(raw([33, 1], [0, 0], [0, 1])), [0, 151.2073333]],
  ['degrees of 0/0', write(raw([0, 0], [52, 1], [30, 1])), [0, 151.2073333]],
  ['seconds of 1/0', write(raw([33, 1], [52, 1], [1, 0])), [0, 151.2073333]],
  ['90 minutes', write(latitude('S', 33, 90, 0)), [-34.5, 151.2073333]],
  ['seconds whose fraction was left behind', write(latitude('S', 33, 52, 3000)), [-34.7, 151.2073333]],
  ['degrees with all that follows them', write(latitude('S', 33.875, 52.5, 30)), [-34.7583333, 151.2073333]],
  ['minutes with all that follows them', write(latitude('S', 33, 52.5, 30)), [-33.8833333, 151.2073333]],
  ['more than 90 degrees north', write(latitude('N', 93, 0, 0)), [93, 151.2073333]],
  ['more than 180 degrees east', write(latitude('S', 33), longitude('E', 181)), [-33, 181]],
  [
    'a negative number without a sign',
    write(({ text, rationals }) => [text(1, 'S'), rationals(2, [[-33, 1]])]),
    [-4294967263, 151.2073333],
  ],
  ['a comma in a text', write(inWords('33,875')), [-47.5833333, 151.2073333]],
  ['no number in a text', write(inWords('south of here')), [0, 151.2073333]],
  ['four numbers', write(latitude('S', 33, 52, 30, 12)), [-33.875, 151.2073333]],
  [
    'a measurement that is void, in lower case',
    write(latitude('S', 33, 52, 30), east, ({ text }) => [text(9, 'v')]),
    [-33.875, 151.2073333],
  ],
  [
    'a measurement that is void, in a word',
    write(latitude('S', 33, 52, 30), east, ({ text }) => [text(9, 'Void')]),
    [-33.875, 151.2073333],
  ],
];

const makePhoto = (gps: Writing, order: 'II' | 'MM' = 'II'): Buffer =>
  plantSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), writeExif({ gps, order })]));

const readLocation = async (photo: Uint8Array) => {
  const inspected = await inspectPhoto(photo);
  return inspected.ok ? inspected.photo.gps : inspected;
};

describe('a location that a camera wrote', () => {
  test.each([...LOCATIONS, ...NUMBERED])('with %s is where it is', async (_name, gps, location) => {
    for (const order of ['II', 'MM'] as const)
      expect(await readLocation(makePhoto(gps, order))).toEqual(location);
  });

  test.each(GUESSED)('with %s is none', async (_name, gps) => {
    for (const order of ['II', 'MM'] as const) expect(await readLocation(makePhoto(gps, order))).toBeNull();
  });
});

const folder = mkdtempSync(join(tmpdir(), 'fis-places-'));
afterAll(() => rmSync(folder, { recursive: true }));

const EXIFTOOL = process.env['EXIFTOOL_PATH'] ?? 'exiftool';
const hasExiftool = (() => {
  try {
    return Boolean(execFileSync(EXIFTOOL, ['-ver']));
  } catch {
    return false;
  }
})();

type Judged = { SourceFile: string; GPSLatitude?: number | string; GPSLongitude?: number | string };

/** exiftool knows the cameras. It gives degrees north and east by the name of the file. */
const askExiftool = (paths: string[]): Map<string, [number, number] | undefined> => {
  const tags = ['-Composite:GPSLatitude', '-Composite:GPSLongitude'];
  const said = JSON.parse(execFileSync(EXIFTOOL, ['-n', '-j', ...tags, ...paths]).toString()) as Judged[];
  return new Map(
    said.map(({ SourceFile, GPSLatitude: lat, GPSLongitude: lon }) => {
      const isLocation = typeof lat === 'number' && typeof lon === 'number';
      return [SourceFile, isLocation ? [round(lat), round(lon)] : undefined];
    }),
  );
};

const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

describe.runIf(hasExiftool)('exiftool', () => {
  test('says the same of each that has a location, and what is written here of those that have none', () => {
    const all = [...LOCATIONS, ...GUESSED];
    const paths = all.map(([name, gps]) => {
      const path = join(folder, `${name.replaceAll('/', ' by ')}.jpg`);
      writeFileSync(path, makePhoto(gps));
      return path;
    });
    const said = [...askExiftool(paths).values()];
    const expected = all.map(([, , location]) =>
      location && 'lat' in location ? [location.lat, location.lon] : location,
    );
    const names = all.map(([name]) => name);
    expect(Object.fromEntries(names.map((name, index) => [name, said[index]]))).toEqual(
      Object.fromEntries(names.map((name, index) => [name, expected[index]])),
    );
  });

  const SAMPLES = fileURLToPath(new URL('../../../../../../../shared/cases/exif-places/', import.meta.url));
  test.runIf(existsSync(SAMPLES))('says the same of samples that others made', async () => {
    const paths = readdirSync(SAMPLES).map((name) => join(SAMPLES, name));
    const said = askExiftool(paths);
    for (const path of paths) {
      const location = await readLocation(readFileSync(path));
      expect([path, location && 'lat' in location ? [location.lat, location.lon] : undefined]).toEqual([
        path,
        said.get(path),
      ]);
    }
  });
});
