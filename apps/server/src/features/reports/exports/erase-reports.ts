import type { Context } from '../../../context.ts';
import { eraseObjects } from '../../../platform/object-store/erase-objects.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

/** Erases the PDFs of a session's reports; their hashes stay. How many are left. */
export const eraseReports = async (
  context: Pick<Context, 'clock' | 'database' | 'objects'>,
  { organisationId, sessionId }: SessionKey,
): Promise<number> => {
  const { report } = context.database.prisma;
  const where = { organisation_id: organisationId, session_id: sessionId };
  await report.updateMany({ where: { ...where, erased_at: null }, data: { erased_at: context.clock.now() } });
  for (const { id } of await report.findMany({ where, select: { id: true } })) {
    await eraseObjects(context, { organisationId, ownerId: id });
  }
  return 0;
};
