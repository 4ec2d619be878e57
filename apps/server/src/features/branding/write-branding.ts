import type { Branding, Prisma } from '#prisma';
import { ApiError } from '../../api-error.ts';
import { readIfMatch } from '../../http/versions/read-if-match.ts';
import type { Tx } from '../../platform/database/transact.ts';

/**
 * Writes columns of an organisation's branding as its next version. With `ifMatch` only over the version that the caller
 * has seen: of two editors at once the second waits for the first, and then finds another version.
 *
 * @throws {ApiError} precondition_failed
 */
export const writeBranding = async (
  tx: Tx,
  {
    organisationId,
    ifMatch,
    columns,
  }: {
    organisationId: string;
    ifMatch: string | undefined;
    columns: Prisma.BrandingUncheckedUpdateManyInput;
  },
): Promise<Branding> => {
  const where = { organisation_id: organisationId };
  await tx.db.branding.createMany({ data: [{ ...where, updated_at: tx.now }], skipDuplicates: true });
  const version = readIfMatch(ifMatch);
  const [row] = await tx.db.branding.updateManyAndReturn({
    where: { ...where, ...(version === undefined ? {} : { version }) },
    data: { ...columns, version: { increment: 1 }, updated_at: tx.now },
  });
  if (row) return row;
  const current = await tx.db.branding.findUniqueOrThrow({ where, select: { version: true } });
  throw outdated(current.version);
};

export const outdated = (version: number): ApiError =>
  new ApiError(
    'precondition_failed',
    `The branding is at version ${version} now. Get it, and send your change again with its ETag.`,
  );
