import type { Context } from '../../context.ts';
import type { Finding } from '../../doctor/probes/finding.ts';
import { readPages } from '../../platform/database/read-pages.ts';
import { createTally } from './tally.ts';

const REMEDY = 'The rows are of different moments: restore the whole database from one backup.';

/** Whether each endpoint's numbers and its queue fit to its deliveries. */
export const checkSequences = async ({ database }: Pick<Context, 'database'>): Promise<Finding[]> => {
  const tally = createTally('sequences');
  let endpoints = 0;
  for await (const rows of readPages(
    { database },
    {
      table: 'webhook_endpoints',
      key: [
        { name: 'organisation_id', type: 'uuid' },
        { name: 'id', type: 'uuid' },
      ],
      columns: ['last_sequence', 'acknowledged_sequence'],
    },
  )) {
    endpoints += rows.length;
    const highest = await readHighest({ database }, rows);
    for (const row of rows) {
      const last = BigInt(String(row['last_sequence']));
      const fault = findFault(row, { last, highest: highest.get(String(row['id'])) ?? 0n });
      if (fault) tally.wrong(`The webhook endpoint ${String(row['id'])} ${fault} ${REMEDY}`);
    }
  }
  return tally.findings(`The numbers of ${endpoints} webhook endpoints fit to their deliveries.`);
};

const findFault = (
  row: Record<string, unknown>,
  { last, highest }: { last: bigint; highest: bigint },
): string | undefined => {
  if (highest > last) return `has a delivery ${highest}, but its last number is ${last}.`;
  const acknowledged = BigInt(String(row['acknowledged_sequence']));
  if (acknowledged > last) return `was acknowledged up to ${acknowledged}, but its last number is ${last}.`;
  return undefined;
};

// By the index of endpoint and sequence: its last entry of each.
const readHighest = async (
  { database }: Pick<Context, 'database'>,
  rows: Record<string, unknown>[],
): Promise<Map<string, bigint>> => {
  const { rows: found } = await database.pool.query<{ id: string; highest: string | null }>(
    `select e.id, (
       select d.sequence from webhook_deliveries d
       where d.organisation_id = e.organisation_id and d.endpoint_id = e.id
       order by d.sequence desc limit 1
     )::text as highest
     from unnest($1::uuid[], $2::uuid[]) as e (organisation_id, id)`,
    [rows.map((row) => row['organisation_id']), rows.map((row) => row['id'])],
  );
  return new Map(found.map(({ id, highest }) => [id, BigInt(highest ?? 0)]));
};
