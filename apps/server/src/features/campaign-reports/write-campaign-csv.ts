import { writeCell } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import type { CampaignKey } from '../campaigns/exports/campaign-key.ts';
import { getCampaign } from '../campaigns/exports/get-campaign.ts';
import { readReportedPages, type ReportedRow } from './reported-session.ts';

type Needs = Pick<Context, 'database' | 'keyring'>;

/** A page of sessions is in memory, and no connection is held while the reader takes its time. */
export const writeCampaignCsv = async (
  context: Needs,
  { delimiter = ',', ...key }: CampaignKey & { delimiter?: string | undefined },
): Promise<AsyncIterable<string>> => {
  await getCampaign(context, key);
  return writeLines(context, key, delimiter);
};

// Without a byte order mark, Excel reads a file in the machine's own old encoding.
const BYTE_ORDER_MARK = '\uFEFF';

async function* writeLines(context: Needs, key: CampaignKey, delimiter: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + writeLine(Object.keys(COLUMNS), delimiter);
  for await (const rows of readReportedPages(context, key)) {
    if (rows.length > 0) yield rows.map((row) => writeSession(row, delimiter)).join('');
  }
}

const writeLine = (cells: string[], delimiter: string): string =>
  `${cells.map((cell) => writeCell(cell, delimiter)).join(delimiter)}\r\n`;

type Value = string | Date | null | undefined;

const writeSession = (row: ReportedRow, delimiter: string): string =>
  writeLine(
    Object.values(COLUMNS).map((read) => showValue(read(row))),
    delimiter,
  );

const showValue = (value: Value): string => (value instanceof Date ? value.toISOString() : (value ?? ''));

const COLUMNS: Record<string, (row: ReportedRow) => Value> = {
  session: ({ id }) => id,
  status: ({ status }) => status,
  type: ({ type }) => type,
  reference: ({ reference }) => reference,
  notes: ({ notes }) => notes,
  locale: ({ locale }) => locale,
  scheduled_for: ({ scheduled_for }) => scheduled_for,
  created_at: ({ created_at }) => created_at,
  started_at: ({ started_at }) => started_at,
  ended_at: ({ ended_at }) => ended_at,
  outcome: ({ outcome }) => outcome,
  outcome_note: ({ outcome_note }) => outcome_note,
  outcome_set_at: ({ outcome_set_at }) => outcome_set_at,
  audit_chain_hash: ({ audit_chain_hash }) => audit_chain_hash,
  report: ({ report }) => report?.id,
  report_sha256: ({ report }) => report?.sha256,
  report_ready_at: ({ report }) => (report ? new Date(report.ready_at) : null),
};
