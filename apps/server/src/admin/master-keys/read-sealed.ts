import type { Context } from '../../context.ts';
import { readPages, type Page } from '../../platform/database/read-pages.ts';
import type { SealedColumn, SealedRow } from './sealed-columns.ts';

/** A value, the row that it is bound to, and the key that sealed it. */
export type Sealed = { row: SealedRow; value: string; kid: string };

/** Every sealed value of a column, a page at a time in the order of the table's key. */
export async function* readSealed(
  { database }: Pick<Context, 'database'>,
  column: SealedColumn,
): AsyncGenerator<Sealed[]> {
  const page: Page = {
    table: column.table,
    key: column.key,
    columns: [...(column.reads ?? []), column.column],
  };
  for await (const rows of readPages({ database }, page)) {
    yield rows.flatMap((row) => {
      const value = row[column.column];
      // Callbacks have none of their own: it is empty.
      if (typeof value !== 'string' || value === '') return [];
      return [{ row, value, kid: value.split('.')[1] ?? '' }];
    });
  }
}
