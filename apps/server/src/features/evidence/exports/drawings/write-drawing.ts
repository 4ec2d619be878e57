import type { Drawing } from '@field-inspection/contract';
import { canonicalizeJson, type CanonicalValue } from '@field-inspection/evidence';
import type { Prisma } from '#prisma';
import { Refusal } from '../../../../refusals.ts';
import type { Context } from '../../../../context.ts';
import type { Reply, WriteRequest } from '../../../../http/kept-reply.ts';
import type { FieldCaller } from '../../../../http/request-state.ts';
import { writeOnce } from '../../../../http/write-once.ts';
import type { Tx } from '../../../../platform/database/transact.ts';
import { describeReceipt } from '../describe-receipt.ts';
import { discardBytes } from '../discard-bytes.ts';
import type { EvidenceKey } from '../process-photo.ts';

export type DrawingCall = { caller: FieldCaller; req: WriteRequest; body: { drawing: Drawing } };

export type DrawnEvidence = { caller: FieldCaller; evidenceId: string; drawing: StoredDrawing };

type Recording<Status extends number, Body> = {
  record: (tx: Tx, drawn: DrawnEvidence) => Promise<Reply<Status, Body>>;
  named: (body: Body) => Pick<Prisma.EvidenceWhereInput, 'id' | 'whiteboard_id' | 'version'>;
};

/** Stores the strokes of a request once per Idempotency-Key. Refused strokes are not kept. */
export const writeDrawing = async <Status extends number, Body>(
  context: Context,
  { caller, req, body }: DrawingCall,
  { record, named }: Recording<Status, Body>,
): Promise<Reply<Status, Body>> => {
  const key = { organisationId: caller.organisationId, evidenceId: context.ids.next() };
  const { evidenceId } = key;
  try {
    const reply = await writeOnce(
      context,
      { req, body },
      {
        before: () => storeDrawing(context, key, body.drawing),
        run: (tx, drawing) => record(tx, { caller, evidenceId, drawing }),
      },
    );
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

type StoredDrawing = { sha256: string; byte_size: number; width: number; height: number };

// Stores a drawing before any row names it. The same strokes give the same bytes (RFC 8785).
const storeDrawing = async (
  { objects }: Pick<Context, 'objects'>,
  { organisationId, evidenceId }: EvidenceKey,
  drawing: Drawing,
): Promise<StoredDrawing> => {
  // Cast, since Drawing has no index signature; the contract's schema admits only integers and texts.
  const bytes = Buffer.from(canonicalizeJson(drawing as unknown as CanonicalValue));
  const { sha256, byte_size } = await objects.putContent(bytes, { organisationId, ownerId: evidenceId });
  return { sha256, byte_size, width: drawing.width, height: drawing.height };
};
