import type { EvidenceDerivative } from '#prisma';
import type { Context } from '../../../../context.ts';
import type { EvidenceRow } from '../evidence-view.ts';

/** The kept picture of a drawing; null before a job has made it, or when it was drawn before pictures were kept. */
export const findDrawingPicture = (
  { database }: Pick<Context, 'database'>,
  { organisation_id, id }: EvidenceRow,
): Promise<EvidenceDerivative | null> =>
  database.prisma.evidenceDerivative.findUnique({
    where: { organisation_id_evidence_id_variant: { organisation_id, evidence_id: id, variant: 'display' } },
  });
