import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { RootKey } from './find-newest-report.ts';

/** Milliseconds: enough for a person at a provider's page. */
const LEASE_MS = 600_000;

/**
 * Each revision covers those before it, so that one signature at a time may have the newest. Undefined while another
 * has it; the conditional statement gives it to one of two at once.
 */
export const leaseReport = async (
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { organisationId, reportId }: RootKey,
  signatureId: string,
): Promise<Date | undefined> => {
  const now = clock.now();
  const until = new Date(now.getTime() + LEASE_MS);
  const { count } = await database.prisma.report.updateMany({
    where: {
      organisation_id: organisationId,
      id: reportId,
      OR: [{ leased_until: null }, { leased_until: { lte: now } }, { leased_by: signatureId }],
    },
    data: { leased_by: signatureId, leased_until: until },
  });
  return count > 0 ? until : undefined;
};

export const releaseReport = async (
  db: Tx['db'],
  { organisationId, reportId }: RootKey,
  { signatureId, now }: { signatureId: string; now?: Date },
): Promise<boolean> => {
  const { count } = await db.report.updateMany({
    where: {
      organisation_id: organisationId,
      id: reportId,
      leased_by: signatureId,
      ...(now ? { leased_until: { gt: now } } : {}),
    },
    data: { leased_by: null, leased_until: null },
  });
  return count > 0;
};
