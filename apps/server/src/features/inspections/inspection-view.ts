import { Inspection } from '@field-inspection/contract';
import { inspectionStatusOf } from '@field-inspection/rules';
import { Prisma, type Session } from '#prisma';
import { showRow } from '../../platform/database/show-row.ts';
import { readContact } from '../notifications/exports/read-contact.ts';
import {
  readMetadata,
  readRecipients,
  readShots,
  reportColumn,
  viewFirstReport,
  type WithReport,
} from '../sessions/exports/session-view.ts';

export type InspectionRow = Session & WithReport & { expires_at: Date | null };

/** The invites are read once per row, by their index. */
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

export const viewInspection = (row: InspectionRow): Inspection =>
  showRow(Inspection, {
    ...row,
    metadata: readMetadata(row),
    shots: readShots(row),
    contact: readContact(row),
    report_recipients: readRecipients(row),
    template: row.template_id,
    report: viewFirstReport(row),
    // The column of this name is the time of the first report. An expired session has no end.
    completed_at: row.status === 'closed' ? row.ended_at : null,
    status: inspectionStatusOf(row.status),
  });
