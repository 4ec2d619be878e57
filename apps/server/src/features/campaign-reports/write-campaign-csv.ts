import type { Context } from '../../context.ts';
import type { CampaignKey } from '../campaigns/exports/campaign-key.ts';
import { getCampaign } from '../campaigns/exports/get-campaign.ts';
import { readReportedPages } from './read-reported-pages.ts';
import type { ReportedRow } from './reported-session.ts';
import type { CSV_DELIMITERS } from '@field-inspection/contract';

type Needs = Pick<Context, 'database' | 'keyring'>;

/**
 * The sessions of a campaign as CSV, written while it is read: a page of them is in memory, and no connection is held
 * while the reader takes its time.
 */
export const writeCampaignCsv = async (
  context: Needs,
  { delimiter = ',', ...key }: CampaignKey & { delimiter?: Delimiter | undefined },
): Promise<AsyncIterable<string>> => {
  await getCampaign(context, key);
  return writeLines(context, key, delimiter);
};

// Excel takes a file without a byte order mark for one of the machine's own old encoding.
const BYTE_ORDER_MARK = '\uFEFF';

async function* writeLines(context: Needs, key: CampaignKey, delimiter: Delimiter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + writeLine(Object.keys(COLUMNS), delimiter);
  for await (const rows of readReportedPages(context, key)) {
    if (rows.length > 0) yield rows.map((row) => writeSession(row, delimiter)).join('');
  }
}

const writeLine = (cells: string[], delimiter: Delimiter): string =>
  `${cells.map((cell) => writeCell(cell, delimiter)).join(delimiter)}\r\n`;

type Value = string | Date | null | undefined;

const writeSession = (row: ReportedRow, delimiter: Delimiter): string =>
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

type Delimiter = (typeof CSV_DELIMITERS)[number];

/**
 * A cell of a CSV file (RFC 4180), in quotes, so that no delimiter ends it. A spreadsheet reads what begins like a formula
 * as one, quoted or not: an apostrophe before it makes it text. A program that takes another mark for the delimiter
 * cuts a cell there and at the ends of its lines, quoted or not, so each part is judged. A part with an
 * apostrophe of its own gets another: who takes one away from each has what was written.
 */
export const writeCell = (value: string, delimiter: Delimiter = ','): string => {
  const parts = value
    .split(delimiter === ',' ? OTHERS : ALL)
    .map((part) => (FORMULA.test(part) ? `'${part}` : part));
  const text = `${STRAY.test(value) ? "'" : ''}${parts.join('')}`;
  return `"${text.replaceAll('"', '""')}"`;
};

// In a group, so that what separates is a part, too. A file of commas is cut at commas by nobody but at its quotes.
const OTHERS = /([;\t\r\n])/;
const ALL = /([,;\t\r\n])/;

// OWASP's list with the full-width forms, also behind what is not seen, which some programs leave out.
const FORMULA = /^(?:['\uFF07]|[\s\p{Cc}\p{Cf}"]*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20\uFF5C\uFF05])/u;

/** What some programs leave out where it begins a cell. */
const STRAY = /^[\t\r\n]/;
