import { noSuch } from '../../api-error.ts';
import type { Inspection } from '@field-inspection/contract';
import type { Prisma } from '#prisma';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { inspectionColumns, viewInspection, type InspectionRow } from './inspection-view.ts';

/** @throws {ApiError} not_found */
export const getInspection = async (
  db: Prisma.TransactionClient,
  { organisationId, sessionId }: SessionKey,
): Promise<Inspection> => {
  // Raw, for the last invite's expiry in the same statement.
  const rows = await db.$queryRaw<InspectionRow[]>`
    select ${inspectionColumns}
    from sessions
    where organisation_id = ${organisationId}::uuid and id = ${sessionId}::uuid
  `;
  if (!rows[0]) throw noSuch('session', sessionId);
  return viewInspection(rows[0]);
};
