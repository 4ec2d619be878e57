import { Inspection } from '@field-inspection/contract';
import { inspectionStatusOf } from '@field-inspection/rules';
import { Prisma, type Session } from '#prisma';
import { showRow } from '../../platform/database/show-row.ts';
import {
  readMetadata,
  readShots,
  reportColumn,
  viewFirstReport,
  type WithReport,
} from '../sessions/exports/session-view.ts';

/** A row of `sessions` as `inspectionColumns` selects it: with when its last invite expires. */
export type InspectionRow = Session & WithReport & { expires_at: Date | null };

/** Selected from `sessions`. The table of the invites is asked once a row, by its index. */
export const inspectionColumns = Prisma.sql`
  sessions.*,
  (
    select p.expires_at
    from participants p
    where p.organisation_id = sessions.organisation_id and p.session_id = sessions.id
    order by p.created_at desc, p.id desc
    limit 1
  ) as expires_at,
  ${reportColumn}`;

/** The session as the versioned root shows it (docs/versioned-root.md). */
export const viewInspection = (row: InspectionRow): Inspection =>
  showRow(Inspection, {
    ...row,
    metadata: readMetadata(row),
    shots: readShots(row),
    report: viewFirstReport(row),
    // The column of this name tells when the first report was ready. An expired session has no end.
    completed_at: row.status === 'closed' ? row.ended_at : null,
    status: inspectionStatusOf(row.status),
  });
