import { Session, type Metadata, type SessionReport, type Shot } from '@field-inspection/contract';
import { Prisma, type Session as SessionRow } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';

export type { Session as SessionRow } from '#prisma';

/** A session with its first report, which is in a table of its own. */
export type WithReport = {
  report: { id: string; status: string; ready_at: Date | string | null } | null;
};

/**
 * Selects a session's first report as `report`, in the statement that reads the row. No index is asked for sessions
 * that have not ended: they have no report.
 */
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
    consent_state: { camera: row.consent_camera, gps: row.consent_gps },
    campaign: row.campaign_id,
    outcome: viewOutcome(row),
  });

/** Shows the first report; a date from JSON is a text with microseconds. */
export const viewFirstReport = ({ report }: WithReport): Session['report'] =>
  report && {
    id: report.id,
    // The table's check holds the column to the contract's words.
    status: report.status as SessionReport['status'],
    ready_at: report.ready_at && new Date(report.ready_at).toISOString(),
  };

export const viewOutcome = ({ outcome, outcome_note, outcome_set_at }: SessionRow) =>
  outcome === null ? null : { outcome, note: outcome_note, set_at: outcome_set_at!.toISOString() };

/** Gives the shots of a session or a campaign; the contract checked them when they were written. */
export const readShots = ({ shots }: Pick<SessionRow, 'shots'>): Shot[] => shots as Shot[];

/** Gives the pairs of a session; the contract checked them when they were written. */
export const readMetadata = ({ metadata }: Pick<SessionRow, 'metadata'>): Metadata => metadata as Metadata;
