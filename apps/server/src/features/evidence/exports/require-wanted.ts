import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import { requireRight } from '../../../platform/database/right-lock.ts';
import type { Right } from '../../../platform/database/effects.ts';
import type { EvidenceRow } from './evidence-view.ts';
import type { EvidenceKey } from './process-photo.ts';

/** Refuses the rest of an upload once its right or its consent is gone; the recording transaction judges both anew. */
export const requireWanted = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, evidenceId }: EvidenceKey,
  right: Right,
): Promise<void> => {
  await requireRight(database.prisma, right);
  const row = await database.prisma.evidence.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: evidenceId } },
    select: { failure_code: true, failure_message: true },
  });
  if (row?.failure_code === 'consent_required') throw withdrawn(row);
};

/** Makes the refusal of an upload that failed on its way, since the camera may not be used any more. */
export const withdrawn = ({ failure_message }: Pick<EvidenceRow, 'failure_message'>): Refusal =>
  new Refusal('consent_required', `${failure_message} Ask the field person, and send it again.`);
