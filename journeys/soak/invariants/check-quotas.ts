import type { SoakWorld } from '../open-soak-world.ts';
import type { Finding } from './finding.ts';

const USES = `
  with there as (
    select organisation_id, session_id, count(*)::int as items, sum(byte_size)::bigint as bytes
    from evidence where status = 'ready' group by 1, 2
  ),
  subjects as (
    select organisation_id, session_id as subject_id, items, bytes from there
    union all
    select organisation_id, organisation_id, sum(items)::int, sum(bytes)::bigint from there group by 1
  )
  select coalesce(s.subject_id, u.subject_id) as subject,
    coalesce(s.items, 0) as items, coalesce(s.bytes, 0)::text as bytes,
    coalesce(u.items, 0) as counted_items, coalesce(u.bytes, 0)::text as counted_bytes
  from subjects s full join room_uses u using (organisation_id, subject_id)`;

export const checkQuotas = async ({ context }: SoakWorld): Promise<Finding> => {
  const { rows } = await context.database.pool.query<{
    subject: string;
    items: number;
    bytes: string;
    counted_items: number;
    counted_bytes: string;
  }>(USES);
  return {
    name: 'quotas count what is there',
    checked: rows.length,
    faults: rows
      .filter((row) => row.items !== row.counted_items || row.bytes !== row.counted_bytes)
      .map(
        (row) =>
          `${row.subject}: ${row.counted_items} pieces of ${row.counted_bytes} bytes are counted, ${row.items} of ${row.bytes} are there`,
      ),
  };
};
