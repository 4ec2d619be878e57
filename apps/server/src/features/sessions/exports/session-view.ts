import {
  Session,
  type Metadata,
  type ReportRecipient,
  type SessionReport,
  type Shot,
} from '@field-inspection/contract';
import { Prisma, type Session as SessionRow } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';
import { readContact } from '../../notifications/exports/read-contact.ts';

export type { Session as SessionRow } from '#prisma';

export type WithReport = {
  report: { id: string; status: string; ready_at: Date | string | null } | null;
};

/** Sessions that have not ended have no report, so no index is asked for them. */
export const reportColumn = Prisma.raw(`
  case when sessions.status = 'closed' then (
    select json_build_object('id', r.id, 'status', r.status, 'ready_at', r.ready_at)
    from reports r
    where r.organisation_id = sessions.organisation_id and r.session_id = sessions.id and r.completes_session
  ) end as report`);

export const viewSession = (row: SessionRow & WithReport): Session =>
  showRow(Session, {
    ...row,
    report: viewFirstReport(row),
    metadata: readMetadata(row),
    shots: readShots(row),
    contact: readContact(row),
    report_recipients: readRecipients(row),
    consent_state: { camera: row.consent_camera, gps: row.consent_gps },
    campaign: row.campaign_id,
    template: row.template_id,
    outcome: viewOutcome(row),
  });

export const viewFirstReport = ({ report }: WithReport): Session['report'] =>
  report && {
    id: report.id,
    // The table's check holds the column to the contract's words.
    status: report.status as SessionReport['status'],
    ready_at: report.ready_at && new Date(report.ready_at).toISOString(),
  };

export const viewOutcome = ({ outcome, outcome_note, outcome_set_at }: SessionRow) =>
  outcome === null ? null : { outcome, note: outcome_note, set_at: outcome_set_at!.toISOString() };

/** The contract checked the shots when they were written. */
export const readShots = ({ shots }: Pick<SessionRow, 'shots'>): Shot[] => shots as Shot[];

/** The contract checked the recipients when they were written. */
export const readRecipients = ({
  report_recipients,
}: Pick<SessionRow, 'report_recipients'>): ReportRecipient[] => report_recipients as ReportRecipient[];

/** The contract checked the pairs when they were written. */
export const readMetadata = ({ metadata }: Pick<SessionRow, 'metadata'>): Metadata => metadata as Metadata;
