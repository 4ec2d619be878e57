import { writeCell } from '@field-inspection/rules';
import type { ReportedSession } from '../../resources/campaigns.ts';

/** Writes the sessions of a campaign as the service's CSV, with a delimiter between the cells. */
export function writeFakeCsv(sessions: readonly ReportedSession[], delimiter = ','): Blob {
  const lines = [COLUMNS, ...sessions.map(listCells)].map((cells) => writeLine(cells, delimiter));
  return new Blob(['\uFEFF', ...lines], { type: 'text/csv' });
}

const COLUMNS = [
  ...['session', 'status', 'type', 'reference', 'notes', 'locale'],
  ...['scheduled_for', 'created_at', 'started_at', 'ended_at'],
  ...['outcome', 'outcome_note', 'outcome_set_at', 'audit_chain_hash'],
  ...['report', 'report_sha256', 'report_ready_at'],
];

type Cell = string | null | undefined;

const listCells = ({ report, ...session }: ReportedSession): Cell[] => [
  ...[session.id, session.status, session.type, session.reference, session.notes, session.locale],
  ...[session.scheduled_for, session.created_at, session.started_at, session.ended_at],
  ...[session.outcome?.outcome, session.outcome?.note, session.outcome?.set_at],
  ...[session.audit_chain_hash, report?.id, report?.sha256, report?.ready_at],
];

const writeLine = (cells: readonly Cell[], delimiter: string): string =>
  `${cells.map((cell) => writeCell(cell ?? '', delimiter)).join(delimiter)}\r\n`;
