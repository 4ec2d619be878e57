import type pg from 'pg';
import type { RoomConnection } from './create-rooms.ts';

/**
 * Closes the places of operators whose credential has expired, or has been given networks that they are not in: a
 * revocation is told to every process at once, these are found at a beat.
 */
export const closeLapsed = async (
  connections: RoomConnection[],
  client: Pick<pg.PoolClient, 'query'>,
): Promise<void> => {
  const operators = connections.flatMap(({ peer, address, close }) =>
    peer.role === 'operator' ? [{ peer, address, close }] : [],
  );
  if (operators.length === 0) return;
  const { rows } = await client.query<{ place: number }>(
    `
    select a.place::int
    from unnest($1::uuid[], $2::uuid[], $3::inet[]) with ordinality as a (organisation_id, id, address, place)
    where not exists (
      select from credentials c
      left join members m on m.organisation_id = c.organisation_id and m.id = c.member_id
      where c.organisation_id = a.organisation_id and c.id = a.id and c.revoked_at is null
        and (c.expires_at is null or c.expires_at > clock_timestamp())
        and (cardinality(c.allowed_networks) = 0 or a.address <<= any (c.allowed_networks::inet[]))
        and (c.member_id is null or m.status = 'active')
    )
    `,
    [
      operators.map(({ peer }) => peer.organisationId),
      operators.map(({ peer }) => peer.credentialId),
      operators.map(({ address }) => address),
    ],
  );
  for (const { place } of rows) operators[place - 1]!.close('unauthenticated');
};
