import type pg from 'pg';

/**
 * A database that may only be read, or whose disk is full, still answers every read, so the probe writes. All processes
 * write the same row, so that the table does not grow. That row finds room on a full disk, too; so rows that are too
 * large for PostgreSQL's memory are counted: it writes some hundred kB to that disk and deletes them again, without a
 * trace in a table or in its log of changes.
 */
export const probeDatabase = async (connection: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  await connection.query(`
    set local work_mem = '64kB';
    insert into write_probes (id, probed_at) values (1, clock_timestamp())
    on conflict (id) do update set probed_at = excluded.probed_at;
    select count(*) from generate_series(1, 10000);
  `);
};
