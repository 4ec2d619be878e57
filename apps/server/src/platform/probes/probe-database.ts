import type pg from 'pg';

/**
 * Writes to the database: one that may only be read, or whose disk is full, still answers every read. All processes
 * write the one row, so it grows by none. That fits into the room that the row had before, also on a disk without any;
 * so what is too large for its memory is counted, too, for which PostgreSQL writes some hundred kB to that disk and
 * deletes them again, without a trace in a table or in its log of changes.
 */
export const probeDatabase = async (connection: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  await connection.query(`
    set local work_mem = '64kB';
    insert into write_probes (id, probed_at) values (1, clock_timestamp())
    on conflict (id) do update set probed_at = excluded.probed_at;
    select count(*) from generate_series(1, 10000);
  `);
};
