import exifr from 'exifr';
import { readCoordinate, readLetter } from './read-coordinate.ts';

export type ExifFacts = {
  captured_at: string | null;
  /** Degrees north and east; accuracy is a radius in metres. */
  gps: { lat: number; lon: number; accuracy: number | null } | null;
};

/** Never fails: a good photo is not refused for what a camera wrote beside it. */
export const readExif = async (block: Uint8Array | undefined): Promise<ExifFacts> => {
  const tags = await readTags(block);
  const captured =
    readTime(tags.DateTimeOriginal, tags.OffsetTimeOriginal, tags.SubSecTimeOriginal) ??
    readTime(tags.CreateDate, tags.OffsetTimeDigitized, tags.SubSecTimeDigitized);
  return { captured_at: captured, gps: readGps(tags) };
};

type Tags = Partial<Record<(typeof TAGS)[number], unknown>>;

/** Only these tags are read, to bound the cost of a hostile block. exifr calls DateTimeDigitized CreateDate. */
const TAGS = [
  'DateTimeOriginal',
  'OffsetTimeOriginal',
  'SubSecTimeOriginal',
  'CreateDate',
  'OffsetTimeDigitized',
  'SubSecTimeDigitized',
  'GPSStatus',
  'GPSLatitude',
  'GPSLatitudeRef',
  'GPSLongitude',
  'GPSLongitudeRef',
  'GPSHPositioningError',
] as const;

const readTags = async (block: Uint8Array | undefined): Promise<Tags> => {
  if (!block) return {};
  const raw = { pick: [...TAGS], reviveValues: false, translateValues: false };
  try {
    return (await exifr.parse(withoutPrefix(block), raw)) ?? {};
  } catch {
    return {};
  }
};

// JPEG and WebP put six bytes before the TIFF structure, PNG does not.
const withoutPrefix = (block: Uint8Array): Uint8Array =>
  Buffer.from(block.subarray(0, 6)).toString('latin1') === 'Exif\0\0' ? block.subarray(6) : block;

// EXIF 3.0, sections 4.6.6.5: "2026:11:20 10:00:00", "+01:00", and digits after the point.
const readTime = (time: unknown, offset: unknown, fraction: unknown): string | null => {
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(asText(time));
  const zone = /^([+-](0\d|1[0-4]):[0-5]\d|Z)$/.exec(asText(offset));
  if (!parts || !zone) return null;
  const [, year, month, day, clock] = parts;
  const millis = (/^\d+/.exec(asText(fraction))?.[0] ?? '').slice(0, 3).padEnd(3, '0');
  const local = new Date(`${year}-${month}-${day}T${clock}.${millis}Z`);
  const isReal = !Number.isNaN(local.getTime()) && local.toISOString().startsWith(`${year}-${month}-${day}`);
  if (!isReal || Number(year) < 1) return null;
  return new Date(`${year}-${month}-${day}T${clock}.${millis}${zone[0]}`).toISOString();
};

const asText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

// exifr's own latitude and longitude take an unknown direction for north or east.
const readGps = (tags: Tags): ExifFacts['gps'] => {
  const lat = readCoordinate(tags.GPSLatitude, tags.GPSLatitudeRef, 'latitude');
  const lon = readCoordinate(tags.GPSLongitude, tags.GPSLongitudeRef, 'longitude');
  // V: measurement void. Without a fix many cameras write zeros.
  const isVoid = readLetter(tags.GPSStatus) === 'V';
  if (lat === null || lon === null || (lat === 0 && lon === 0) || isVoid) return null;
  return { lat, lon, accuracy: asRadius(tags.GPSHPositioningError) };
};

const RADIUS_MAX_METRES = 100_000;

const asRadius = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= RADIUS_MAX_METRES
    ? Math.round(value * 100) / 100
    : null;
