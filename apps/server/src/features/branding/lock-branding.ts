import { requireBrandingVersion } from '@field-inspection/rules';
import type { Branding, Prisma } from '#prisma';
import type { Actor } from '../../http/request-state.ts';
import { isMatched } from '../../http/versions/is-matched.ts';
import type { Tx } from '../../platform/database/transact.ts';

export type BrandingWrite = Actor & { organisationId: string; ifMatch: string | undefined };

/**
 * Locks an organisation's branding until the transaction ends: the second of two editors at once waits for the first,
 * and then finds another version. `ifMatch` admits only the version that the caller has seen. Raw, since Prisma's
 * upsert may lose the race of two first changes.
 *
 * @throws {Refusal} precondition_failed
 */
export const lockBranding = async (
  tx: Tx,
  { organisationId, ifMatch }: { organisationId: string; ifMatch: string | undefined },
): Promise<Branding> => {
  const rows = await tx.db.$queryRaw<Branding[]>`
    insert into branding as b (organisation_id, updated_at) values (${organisationId}::uuid, ${tx.now})
    on conflict (organisation_id) do update set version = b.version
    returning *
  `;
  const held = rows[0]!;
  requireBrandingVersion(held.version, isMatched(held.version, ifMatch));
  return held;
};

export const writeBranding = (
  tx: Tx,
  { organisationId, columns }: { organisationId: string; columns: Prisma.BrandingUncheckedUpdateInput },
): Promise<Branding> =>
  tx.db.branding.update({
    where: { organisation_id: organisationId },
    data: { ...columns, version: { increment: 1 }, updated_at: tx.now },
  });
