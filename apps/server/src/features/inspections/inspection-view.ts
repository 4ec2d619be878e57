import {
  Inspection,
  SESSION_STATUSES,
  type InspectionStatus,
  type SessionStatus,
} from '@field-inspection/contract';
import type { z } from 'zod';
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
    // The table's check holds the column to the contract's words.
    status: inspectionStatusOf(row.status as SessionStatus),
  });

type Status = z.infer<typeof InspectionStatus>;

/** The states of the two families: the one place that says which is which. */
const INSPECTION_STATUS: Record<SessionStatus, Status> = {
  created: 'pending',
  open: 'pending',
  recording: 'pending',
  closed: 'completed',
  expired: 'expired',
};

/** A session's state as the versioned root names it. */
export const inspectionStatusOf = (status: SessionStatus): Status => INSPECTION_STATUS[status];

/** The states of the public API that one state of the versioned root stands for. */
export const sessionStatusesOf = (status: Status): SessionStatus[] =>
  SESSION_STATUSES.filter((each) => INSPECTION_STATUS[each] === status);
