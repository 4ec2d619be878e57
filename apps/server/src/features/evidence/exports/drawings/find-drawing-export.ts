import type { EvidenceDerivative } from '#prisma';
import type { Context } from '../../../../context.ts';
import type { EvidenceRow } from '../evidence-view.ts';
import type { DrawingVariant } from './export-drawing.ts';

/** The kept export of a drawing; null before it was made, or when it was drawn before exports were kept. */
export const findDrawingExport = (
  { database }: Pick<Context, 'database'>,
  { organisation_id, id }: EvidenceRow,
  variant: DrawingVariant,
): Promise<EvidenceDerivative | null> =>
  database.prisma.evidenceDerivative.findUnique({
    where: { organisation_id_evidence_id_variant: { organisation_id, evidence_id: id, variant } },
  });
