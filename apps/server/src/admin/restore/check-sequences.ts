import type { Context } from '../../context.ts';
import { readPages } from '../../platform/database/read-pages.ts';
import type { Tally } from './tally.ts';

const REMEDY = 'The rows are of different moments: restore the whole database from one backup.';

export const checkSequences = async (
  { database }: Pick<Context, 'database'>,
  tally: Tally,
): Promise<string> => {
  let endpoints = 0;
  for await (const rows of readPages(
    { database },
    {
      table: 'webhook_endpoints',
      key: [
        { name: 'organisation_id', type: 'uuid' },
        { name: 'id', type: 'uuid' },
      ],
      columns: [],
    },
  )) {
    endpoints += rows.length;
    for (const endpoint of await readNumbers({ database }, rows)) {
      const fault = findFault(endpoint);
      if (fault) tally.wrong(`The webhook endpoint ${endpoint.id} ${fault} ${REMEDY}`);
    }
  }
  return `The numbers of ${endpoints} webhook endpoints fit to their deliveries.`;
};

type Numbers = { id: string; last: string; acknowledged: string; highest: string | null };

const findFault = ({ last, acknowledged, highest }: Numbers): string | undefined => {
  if (BigInt(highest ?? 0) > BigInt(last))
    return `has a delivery ${highest}, but its last number is ${last}.`;
  if (BigInt(acknowledged) > BigInt(last)) {
    return `was acknowledged up to ${acknowledged}, but its last number is ${last}.`;
  }
  return undefined;
};

// A single statement sees a delivery that is made meanwhile with its number or not at all.
const readNumbers = async (
  { database }: Pick<Context, 'database'>,
  rows: Record<string, unknown>[],
): Promise<Numbers[]> => {
  const { rows: found } = await database.pool.query<Numbers>(
    `select w.id, w.last_sequence::text as last, w.acknowledged_sequence::text as acknowledged, (
       select d.sequence from webhook_deliveries d
       where d.organisation_id = w.organisation_id and d.endpoint_id = w.id
       order by d.sequence desc limit 1
     )::text as highest
     from unnest($1::uuid[], $2::uuid[]) as e (organisation_id, id)
     join webhook_endpoints w using (organisation_id, id)`,
    [rows.map((row) => row['organisation_id']), rows.map((row) => row['id'])],
  );
  return found;
};
