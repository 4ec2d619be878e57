import type { Inspection, SessionStatus } from '@field-inspection/contract';
import { Prisma, type Session } from '#prisma';
import { inspectionStatusOf } from './inspection-status.ts';

/** What the versioned root shows of a row of `sessions`, as `inspectionColumns` selects it. */
export type InspectionRow = Pick<
  Session,
  'id' | 'status' | 'type' | 'reference' | 'created_at' | 'ended_at'
> & {
  /** The last invite's. */
  expires_at: Date | null;
};

/** Selected from `sessions`. The table of the invites is asked once a row, by its index. */
export const inspectionColumns = Prisma.sql`
  id, status, type, reference, created_at, ended_at,
  (
    select p.expires_at
    from participants p
    where p.organisation_id = sessions.organisation_id and p.session_id = sessions.id
    order by p.created_at desc, p.id desc
    limit 1
  ) as expires_at`;

/** The session as the versioned root shows it (docs/versioned-root.md). */
export const viewInspection = (row: InspectionRow): Inspection => ({
  id: row.id,
  // The table's check holds the column to the contract's words.
  status: inspectionStatusOf(row.status as SessionStatus),
  type: row.type,
  reference: row.reference,
  expires_at: row.expires_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  completed_at: row.ended_at?.toISOString() ?? null,
});
