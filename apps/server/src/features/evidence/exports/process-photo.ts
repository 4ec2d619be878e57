import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Context } from '../../../context.ts';
import { Refusal } from '../../../refusals.ts';
import { LostOrderError } from '../../../platform/concurrency/lost-order-error.ts';
import type { DecodingKind } from '../../../platform/decoding/open-decoding.ts';
import type { LentFile, StoredContent } from '../../../platform/object-store/object-store.ts';
import type { PhotoFacts } from '../photos/inspect-photo.ts';
import { LocationStaysError } from '../location/location-stays-error.ts';
import type { PhotoOrder, PhotoOutcome, Variant } from '../processing/transform-photo.ts';
import { refuseLocation } from './refuse-location.ts';
import { locateProgram } from '../../../paths.ts';

export type EvidenceKey = { organisationId: string; evidenceId: string };

export type ProcessedPhoto = PhotoFacts & {
  sha256: string;
  received_sha256: string;
  byte_size: number;
  keepsLocation: boolean;
  derivatives: StoredDerivative[];
};

type StoredDerivative = Transformed['derivatives'][Variant] &
  Pick<StoredContent, 'byte_size' | 'sha256'> & { variant: Variant };

export const PHOTO: DecodingKind<PhotoOrder, PhotoOutcome> = {
  name: 'photo',
  module: locateProgram('features/evidence/processing/transform-photo'),
  make: 'transformPhoto',
};

/**
 * Processes a photo whose bytes are stored: inspects it, and stores its derivatives, and without keepsLocation its
 * bytes without their location. No row names them yet, so that a process that dies leaves bytes that a sweep deletes,
 * never a row without its bytes.
 *
 * @throws {Refusal} evidence_invalid; the bytes are gone then
 * @throws {LostOrderError} when the decoding process ended before it was done: try again
 */
export const processPhoto = async (
  context: Pick<Context, 'objects' | 'decoding'>,
  key: EvidenceKey & { sessionId: string },
  { original, keepsLocation }: { original: StoredContent; keepsLocation: boolean },
): Promise<ProcessedPhoto> => {
  try {
    return await context.decoding(key, (decode) =>
      context.objects.lendFile(original.key, async (lent) => {
        const files = nameFiles(lent);
        const order = { ...files, photo: lent.path, keepsLocation };
        const outcome = await decode(PHOTO, order).catch(refuseHeavy);
        if (!outcome.ok) throw explain(outcome);
        const kept = outcome.isBlanked ? await storeBlanked(context, key, files.blanked) : original;
        const derivatives = await storeDerivatives(context, key, { files, outcome });
        const { sha256, byte_size } = kept;
        const stored = { sha256, byte_size, received_sha256: original.sha256 };
        return { ...outcome.facts, ...stored, keepsLocation, derivatives };
      }),
    );
  } catch (error) {
    if (error instanceof Refusal) await context.objects.delete(original.key);
    throw error;
  }
};

/**
 * Refuses a file that ended the decoding process, and would again; every other error is thrown as it is.
 *
 * @throws {Refusal} evidence_invalid
 */
export const refuseHeavy = (error: unknown): never => {
  if (!(error instanceof LostOrderError) || error.blame === undefined) throw error;
  throw new Refusal(
    'evidence_invalid',
    `The file ended what was to read it, and would again. ${error.blame} Make it anew, and send that.`,
    { cause: error },
  );
};

const nameFiles = ({ nameTemporary }: LentFile) => ({
  blanked: nameTemporary(),
  display: nameTemporary(),
  thumbnail: nameTemporary(),
});

type Files = ReturnType<typeof nameFiles>;
type Transformed = Extract<PhotoOutcome, { ok: true }>;

const explain = ({ refused, message }: Extract<PhotoOutcome, { ok: false }>): unknown =>
  refused === 'location'
    ? refuseLocation(new LocationStaysError(message))
    : new Refusal('evidence_invalid', message);

const storeBlanked = async (
  { objects }: Pick<Context, 'objects'>,
  { organisationId, evidenceId }: EvidenceKey,
  path: string,
): Promise<StoredContent> => {
  const body = createReadStream(path);
  try {
    return await objects.putContent(body, { organisationId, ownerId: evidenceId });
  } finally {
    body.destroy();
  }
};

// Derivatives are small: a stream would wait in a file before it goes to a bucket.
const storeDerivatives = async (
  { objects }: Pick<Context, 'objects'>,
  { organisationId, evidenceId }: EvidenceKey,
  { files, outcome }: { files: Files; outcome: Transformed },
): Promise<StoredDerivative[]> => {
  const derivatives: StoredDerivative[] = [];
  for (const variant of ['display', 'thumbnail'] as const) {
    const owner = { organisationId, ownerId: evidenceId };
    const { sha256, byte_size } = await objects.putContent(await readFile(files[variant]), owner);
    derivatives.push({ variant, ...outcome.derivatives[variant], byte_size, sha256 });
  }
  return derivatives;
};
