import { Prisma } from '#prisma';

/** The tables that the last statement of a transaction adds rows to, each with the columns that it may be given. */
type Rows = {
  participants: Prisma.ParticipantCreateManyInput;
  invite_tokens: Prisma.InviteTokenCreateManyInput;
  field_session_tokens: Prisma.FieldSessionTokenCreateManyInput;
  messages: Prisma.MessageCreateManyInput;
};

/**
 * An insert of rows of one table, each with the same columns, as a part of the last statement. The rows are one
 * parameter: its text is the same however many there are, so that PostgreSQL plans it once.
 */
export const insertRows = <Table extends keyof Rows>(table: Table, rows: Rows[Table][]): Prisma.Sql => {
  const columns = Prisma.raw(Object.keys(rows[0]!).join(', '));
  const name = Prisma.raw(table);
  return Prisma.sql`
    insert into ${name} (${columns})
    select ${columns} from json_populate_recordset(null::${name}, ${JSON.stringify(rows.map(writeBytes))}::json)`;
};

// In the form in which PostgreSQL reads a bytea (manual, section 8.4.1).
const writeBytes = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]: [string, unknown]) => [
      column,
      value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
    ]),
  );
