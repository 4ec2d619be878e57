import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { buffer } from 'node:stream/consumers';
import type { Drawing } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import { createSemaphore } from '../../../platform/concurrency/create-semaphore.ts';
import { hasMissingSign, measureCanvas } from '../../drawings/exports/render-drawing.ts';
import { DRAWING_MIME, nameObject } from '../../evidence/exports/name-object.ts';
import { storeDrawingExport } from '../../evidence/exports/drawings/store-drawing-export.ts';
import type { ReportPicture } from './report-input.ts';
import type { PieceRow } from './read-report-rows.ts';

type PictureContext = Pick<Context, 'database' | 'objects' | 'transact' | 'log'>;
type Display = PieceRow['derivatives'][number];

export const readPictures = async (
  context: PictureContext,
  rows: PieceRow[],
  bytesMax = PICTURE_BYTES_MAX,
): Promise<ReadonlyMap<string, ReportPicture>> => {
  const displays = new Map<PieceRow, Display>();
  for (const row of rows) {
    const display = row.derivatives[0] ?? (isDrawing(row) ? await drawNow(context, row) : null);
    if (display) displays.set(row, display);
  }
  const total = [...displays.values()].reduce((sum, { byte_size }) => sum + Number(byte_size), 0);
  const bytesEach = total > bytesMax ? bytesMax / displays.size : Infinity;
  const pictures = new Map<string, ReportPicture>();
  const reading = createSemaphore(AT_ONCE);
  const shrinking = createSemaphore(Math.min(AT_ONCE, availableParallelism()));
  const read = async ([row, display]: [PieceRow, Display]): Promise<void> => {
    const picture = await readPicture(context, row, display);
    if (!picture) return;
    const fitting = await shrinking.run(() => fitPicture(picture, bytesEach));
    if (fitting) pictures.set(row.id, fitting);
  };
  await Promise.all([...displays].map((each) => reading.run(() => read(each))));
  return pictures;
};

/** Twice in memory: 240 MB of pictures grew the process by 620 MB. Above this, all are shown smaller. */
export const PICTURE_BYTES_MAX = 256 * 1024 * 1024;

/** Few pictures at a time are in memory. A bucket answers in tens of milliseconds, however many requests it gets. */
const AT_ONCE = 4;

const isDrawing = ({ mime }: PieceRow): boolean => mime === DRAWING_MIME;

// The picture is missing where the session ended a moment ago, or pictures were not kept yet.
const drawNow = (context: PictureContext, row: PieceRow): Promise<Display | null> =>
  storeDrawingExport(context, row, 'display').catch((error: unknown) => giveUp(context, row, error));

const readPicture = async (
  context: PictureContext,
  row: PieceRow,
  display: Display,
): Promise<ReportPicture | null> => {
  const { sha256, mime } = display;
  if (mime !== 'image/jpeg' && mime !== 'image/png') return null;
  try {
    const bytes = await buffer(await context.objects.get(nameObject({ ...row, sha256 })));
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error('its hash is another');
    const drawn = isDrawing(row) ? { ...findCanvas(row, display), ...(await findSign(context, row)) } : {};
    return { bytes: shareBytes(bytes), mime, ...drawn };
  } catch (error) {
    return giveUp(context, row, error);
  }
};

// The caption says what the stamp says, so only the canvas is shown.
const findCanvas = (row: PieceRow, display: Display): Pick<ReportPicture, 'shown'> => {
  if (!row.width || !row.height || !display.width || !display.height) return {};
  const canvas = measureCanvas({ width: row.width, height: row.height });
  return { shown: { width: canvas.width / display.width, height: canvas.height / display.height } };
};

// An unreadable drawing counts as one with the sign: a needless explanation misleads nobody.
const findSign = async (
  { objects }: PictureContext,
  row: PieceRow,
): Promise<Pick<ReportPicture, 'hasMissingSign'>> => {
  try {
    const bytes = await buffer(await objects.get(nameObject(row)));
    if (!bytes.includes(TEXT_STROKE)) return {};
    return { hasMissingSign: hasMissingSign(JSON.parse(bytes.toString()) as Drawing) };
  } catch {
    return { hasMissingSign: true };
  }
};

/** Canonical JSON writes it in this way only, so that a search in up to a megabyte is enough. */
const TEXT_STROKE = '"tool":"text"';

/** Leaves out a lost picture. A store that is down fails the report instead, which is tried again. */
const giveUp = async ({ objects, log }: PictureContext, { id }: PieceRow, error: unknown): Promise<null> => {
  await objects.check();
  log.warn({ evidence_id: id, error: String(error) }, 'a report is made without a picture');
  return null;
};

// The report's thread shares the bytes; a message would copy them.
export const shareBytes = (bytes: Uint8Array): Uint8Array => {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
};

const SIDES = [1600, 1240, 860, 400];

const fitPicture = async (picture: ReportPicture, bytesMax: number): Promise<ReportPicture | null> => {
  if (picture.bytes.length <= bytesMax) return picture;
  for (const side of SIDES) {
    const smaller = await shrinkPicture(picture, side);
    if (!smaller) return null;
    if (smaller.length <= bytesMax || side === SIDES.at(-1))
      return { ...picture, bytes: shareBytes(smaller), mime: 'image/jpeg' };
  }
  return null;
};

const shrinkPicture = async (picture: ReportPicture, side: number): Promise<Uint8Array | null> => {
  // sharp is a large library: it is loaded at its first use.
  const { default: sharp } = await import('sharp');
  return sharp(picture.bytes)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 82 })
    .toBuffer()
    .catch(() => null);
};
