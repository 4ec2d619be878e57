import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import { requireRight } from '../../../platform/database/right-lock.ts';
import type { Right } from '../../../platform/database/effects.ts';
import type { EvidenceRow } from './evidence-view.ts';
import type { EvidenceKey } from './process-photo.ts';

/** Refuses the rest of an upload early; the recording transaction judges right and consent anew. */
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

/** The camera's consent was withdrawn while the upload was on its way. */
export const withdrawn = ({ failure_message }: Pick<EvidenceRow, 'failure_message'>): Refusal =>
  new Refusal('consent_required', `${failure_message} Ask the field person, and send it again.`);
