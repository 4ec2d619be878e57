import type { Context } from '../../../context.ts';
import { eraseObjects } from '../../../platform/object-store/erase-objects.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import type { Tx } from '../../../platform/database/transact.ts';

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

export const endReports = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<void> => {
  const ofSession = { organisation_id: organisationId, session_id: sessionId };
  await tx.db.report.updateMany({
    where: { ...ofSession, status: { in: ['queued', 'rendering'] } },
    data: { status: 'failed', ...REDACTED, updated_at: tx.now },
  });
  await tx.db.report.updateMany({ where: { ...ofSession, status: 'failed' }, data: { erased_at: tx.now } });
};

const REDACTED = {
  failure_code: 'session_redacted',
  failure_message: 'The session was redacted before the report was made.',
};
