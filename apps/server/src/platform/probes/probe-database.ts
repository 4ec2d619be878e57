import type pg from 'pg';

/**
 * Writes to the database: one that may only be read, or whose disk is full, still answers every read. All processes
 * write the one row, so it grows by none.
 */
export const probeDatabase = async (connection: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  await connection.query(
    `
    insert into write_probes (id, probed_at) values (1, clock_timestamp())
    on conflict (id) do update set probed_at = excluded.probed_at
    `,
  );
};
