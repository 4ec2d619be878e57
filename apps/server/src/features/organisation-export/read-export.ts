import { noSuchLine } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import { type Page, readPages } from '../../platform/database/read-pages.ts';
import { EXPORTED_FILES } from './exported-files.ts';
import { EXPORTED_TABLES } from './exported-tables.ts';

type ExportContext = Pick<Context, 'database' | 'keyring'>;

type Row = Record<string, unknown>;

type Part = {
  name: string;
  type: string;
  page: Page;
  organisation: 'organisation_id' | 'id';
  describe: (row: Row) => Row;
};

/** Rows of some tables have 16 KiB, and a picture has a megabyte: the page bounds what is in memory. */
export const ROWS_A_PAGE = 200;

/** No connection and no snapshot is held while the reader takes its time: tables are read in their key's order. */
export async function* readExport(
  context: ExportContext,
  { organisationId, after }: { organisationId: string; after: ExportPosition | undefined },
): AsyncGenerator<string> {
  const parts = listParts();
  const first = after ? parts.findIndex(({ name }) => name === after.part) : 0;
  for (const [index, part] of parts.slice(first).entries()) {
    const position = index === 0 && after ? after.key : [];
    for await (const rows of readPart(context, part, { organisationId, after: position })) {
      yield rows.map((row) => writeLine(context, part, { organisationId, row })).join('');
    }
  }
  yield `${JSON.stringify({ type: 'end' })}\n`;
}

const listParts = (): Part[] => [
  ...EXPORTED_TABLES.map(({ type, table, organisation, key, columns }) => ({
    name: table,
    type,
    page: { table, key, columns },
    organisation,
    describe: (row: Row) => row,
  })),
  ...EXPORTED_FILES.map(({ owner, table, key, columns, condition }) => ({
    name: `files of ${table}`,
    type: 'file',
    page: { table, key, columns, condition },
    organisation: 'organisation_id' as const,
    describe: (row: Row) => describeFile(row, owner),
  })),
];

const describeFile = ({ mime, byte_size, sha256, ...row }: Row, owner: 'id' | 'evidence_id'): Row => ({
  owner_id: row[owner],
  mime,
  byte_size,
  sha256,
  path: `/v1/org/export/files/${String(row[owner])}/${String(sha256)}`,
});

const readPart = (
  context: ExportContext,
  { page, organisation }: Part,
  { organisationId, after }: { organisationId: string; after: readonly unknown[] },
): AsyncIterable<Row[]> =>
  readPages(context, { ...page, where: { [organisation]: organisationId }, after, size: ROWS_A_PAGE });

const writeLine = (
  context: ExportContext,
  { name, type, page, describe }: Part,
  { organisationId, row }: { organisationId: string; row: Row },
): string => {
  const key = page.key.map((column) => row[column.name]);
  const cursor = writeExportCursor(context, organisationId, { part: name, key });
  return `${JSON.stringify({ type, data: encodeBytes(describe(row)), cursor })}\n`;
};

/** Bytes as base64: JSON has none. */
const encodeBytes = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? value.toString('base64') : value,
    ]),
  );

type ExportPosition = { part: string; key: readonly unknown[] };

type Needs = Pick<Context, 'keyring'>;

/** The MAC binds the cursor to the organisation, so that nobody makes a cursor to other data. */
const writeExportCursor = (
  { keyring }: Needs,
  organisationId: string,
  { part, key }: ExportPosition,
): string => {
  const position = Buffer.from(JSON.stringify([part, ...key])).toString('base64url');
  return `${position}.${sign({ keyring }, organisationId, position)}`;
};

export const readExportCursor = (
  { keyring }: Needs,
  organisationId: string,
  cursor: string,
): ExportPosition => {
  const [position = '', mac = '', ...rest] = cursor.split('.');
  const isOurs = keyring.verify('cursor', nameScope(organisationId, position), Buffer.from(mac, 'base64url'));
  if (!isOurs || rest.length > 0) throw noSuchLine();
  const [part, ...key] = JSON.parse(Buffer.from(position, 'base64url').toString('utf8')) as [
    string,
    ...unknown[],
  ];
  return { part, key };
};

const sign = ({ keyring }: Needs, organisationId: string, position: string): string =>
  keyring.sign('cursor', nameScope(organisationId, position)).toString('base64url');

const nameScope = (organisationId: string, position: string): string =>
  `export ${organisationId}\n${position}`;
