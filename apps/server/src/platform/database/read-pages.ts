import type { Context } from '../../context.ts';

export type Page = {
  table: string;
  key: readonly { name: string; type: 'uuid' | 'bytea' | 'int' | 'text' }[];
  columns: readonly string[];
  /** Columns of one value each, such as a session's. They stand in front of `key` in the index. */
  where?: Record<string, string>;
  upTo?: number;
  condition?: string;
  after?: readonly unknown[];
  size?: number;
};

/** By the last key, so that no snapshot is held. The names are the code's own, never input. */
export async function* readPages(
  { database }: Pick<Context, 'database'>,
  { table, key, columns, where = {}, upTo, condition, after = [], size = 1_000 }: Page,
): AsyncGenerator<Record<string, unknown>[]> {
  const names = key.map(({ name }) => name).join(', ');
  const fixed = Object.keys(where).map((name, index) => `${name} = $${index + 1}::uuid`);
  const start = fixed.length;
  if (upTo !== undefined) fixed.push(`${names} <= ${Math.trunc(upTo)}`);
  if (condition !== undefined) fixed.push(condition);
  const parameters = key.map(({ type }, index) => `$${start + index + 1}::${type}`).join(', ');
  let last = after;
  for (;;) {
    const conditions = last.length > 0 ? [...fixed, `(${names}) > (${parameters})`] : fixed;
    const { rows } = await database.pool.query<Record<string, unknown>>(
      `select ${[names, ...columns].join(', ')} from ${table}
       ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
       order by ${names} limit ${size}`,
      [...Object.values(where), ...last],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = key.map(({ name }) => rows.at(-1)![name]);
  }
}
