import type { Branding, Prisma } from '#prisma';
import type { Tx } from '../../platform/database/transact.ts';

/** Writes columns of an organisation's branding, whose lock the transaction holds, as its next version. */
export const writeBranding = (
  tx: Tx,
  { organisationId, columns }: { organisationId: string; columns: Prisma.BrandingUncheckedUpdateInput },
): Promise<Branding> =>
  tx.db.branding.update({
    where: { organisation_id: organisationId },
    data: { ...columns, version: { increment: 1 }, updated_at: tx.now },
  });
