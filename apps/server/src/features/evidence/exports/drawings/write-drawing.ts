import type { Drawing } from '@field-inspection/contract';
import { canonicalizeJson, type CanonicalValue } from '@field-inspection/evidence';
import type { Prisma } from '#prisma';
import { Refusal } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import type { Reply } from '../../../../http/kept-reply.ts';
import { writeOnce } from '../../../../http/write-once.ts';
import type { Tx } from '../../../../platform/database/transact.ts';
import { describeReceipt } from '../describe-receipt.ts';
import { discardBytes } from '../discard-bytes.ts';
import type { EvidenceKey } from '../process-photo.ts';

type DrawingRequest = { req: Parameters<typeof writeOnce>[1]['req']; body: { drawing: Drawing } };

/**
 * Stores the strokes of a request once per Idempotency-Key, records them, and gives the receipt. Refused ones are not
 * kept.
 */
export const writeDrawing = async <Status extends number, Body>(
  context: Context,
  { req, body }: DrawingRequest,
  {
    key,
    record,
    named,
  }: {
    key: EvidenceKey;
    record: (tx: Tx, drawing: StoredDrawing) => Promise<Reply<Status, Body>>;
    /** Finds the evidence that a reply tells of, also a kept reply. */
    named: (body: Body) => Pick<Prisma.EvidenceWhereInput, 'id' | 'whiteboard_id' | 'version'>;
  },
): Promise<Reply<Status, Body>> => {
  const before = () => storeDrawing(context, key, body.drawing);
  try {
    const reply = await writeOnce(context, { req, body }, { before, run: record });
    const where = { organisation_id: key.organisationId, ...named(reply.body) };
    const row = await context.database.prisma.evidence.findFirst({ where });
    // The receipt follows the commit, so it is sent only if the row is found.
    if (row) req.res?.set(await describeReceipt(context, row));
    return reply;
  } catch (error) {
    if (error instanceof Refusal) await discardBytes(context, key);
    throw error;
  }
};

/** A drawing as evidence: the bytes of its canonical form, which lie in the object store. */
export type StoredDrawing = { sha256: string; byte_size: number; width: number; height: number };

// Stores a drawing before any row names it. The same strokes have the same bytes (RFC 8785), and one hash.
const storeDrawing = async (
  { objects }: Pick<Context, 'objects'>,
  { organisationId, evidenceId }: EvidenceKey,
  drawing: Drawing,
): Promise<StoredDrawing> => {
  // Cast, since Drawing has no index signature; the contract's schema lets only integers and texts in.
  const bytes = Buffer.from(canonicalizeJson(drawing as unknown as CanonicalValue));
  const { sha256, byte_size } = await objects.putContent(bytes, { organisationId, ownerId: evidenceId });
  return { sha256, byte_size, width: drawing.width, height: drawing.height };
};
