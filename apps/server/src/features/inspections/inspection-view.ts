import { Inspection, type SessionStatus } from '@field-inspection/contract';
import { Prisma, type Session } from '#prisma';
import { showRow } from '../../platform/database/show-row.ts';
import { readMetadata, readShots } from '../sessions/exports/session-view.ts';
import { inspectionStatusOf } from './inspection-status.ts';

/** A row of `sessions` as `inspectionColumns` selects it: with when its last invite expires. */
export type InspectionRow = Session & { expires_at: Date | null };

/** Selected from `sessions`. The table of the invites is asked once a row, by its index. */
export const inspectionColumns = Prisma.sql`
  sessions.*,
  (
    select p.expires_at
    from participants p
    where p.organisation_id = sessions.organisation_id and p.session_id = sessions.id
    order by p.created_at desc, p.id desc
    limit 1
  ) as expires_at`;

/** The session as the versioned root shows it (docs/versioned-root.md). */
export const viewInspection = (row: InspectionRow): Inspection =>
  showRow(Inspection, {
    ...row,
    metadata: readMetadata(row),
    shots: readShots(row),
    // The table's check holds the column to the contract's words.
    status: inspectionStatusOf(row.status as SessionStatus),
  });
