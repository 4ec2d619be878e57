import { readFile, writeFile } from 'node:fs/promises';
import { derivePhoto, type PhotoDerivative } from '../photos/derive-photo.ts';
import { inspectPhoto, type PhotoFacts } from '../photos/inspect-photo.ts';
import { blankPhoto } from '../location/blank-photo.ts';
import { LocationStaysError } from '../location/location-stays-error.ts';

/** The paths of the photo and of the files to write. */
export type PhotoOrder = {
  photo: string;
  keepsLocation: boolean;
  blanked: string;
  display: string;
  thumbnail: string;
};

export type Variant = 'display' | 'thumbnail';

/** The outcome. `message` is for the caller; for a location that stays it is the end of a sentence. */
export type PhotoOutcome =
  | { ok: false; refused: 'photo' | 'location'; message: string }
  | {
      ok: true;
      facts: PhotoFacts;
      /** True if there was anything to blank, so that `blanked` was written. */
      isBlanked: boolean;
      derivatives: Record<Variant, Omit<PhotoDerivative<string>, 'bytes'>>;
    };

/** Inspects a photo, blanks its location unless it is kept, and makes its derivatives. */
export const transformPhoto = async (order: PhotoOrder): Promise<PhotoOutcome> => {
  const bytes = await readFile(order.photo);
  const inspected = await inspectPhoto(bytes);
  if (!inspected.ok) return refuse('photo', inspected.message);
  const facts = inspected.photo;
  const blanked = order.keepsLocation ? bytes : blank(bytes, facts.mime);
  if (blanked instanceof LocationStaysError) return refuse('location', blanked.message);
  const isBlanked = blanked !== bytes;
  if (isBlanked) await writeNew(order.blanked, blanked);
  const { display, thumbnail } = await derivePhoto(bytes);
  await writeNew(order.display, display.bytes);
  await writeNew(order.thumbnail, thumbnail.bytes);
  const derivatives = { display: describe(display), thumbnail: describe(thumbnail) };
  return { ok: true, facts, isBlanked, derivatives };
};

const refuse = (refused: 'photo' | 'location', message: string): PhotoOutcome => ({
  ok: false,
  refused,
  message,
});

const blank = (bytes: Buffer, mime: PhotoFacts['mime']): Buffer | LocationStaysError => {
  try {
    return blankPhoto(bytes, mime);
  } catch (error) {
    if (error instanceof LocationStaysError) return error;
    throw error;
  }
};

const writeNew = (path: string, bytes: Uint8Array): Promise<void> =>
  writeFile(path, bytes, { flag: 'wx', mode: 0o600 });

const describe = ({ bytes: _, ...about }: PhotoDerivative<string>) => about;
