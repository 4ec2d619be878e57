import type pg from 'pg';
import { JUDGED_CREDENTIAL, listRolesWith } from '../../http/judged-credential.ts';
import { ROOM_SCOPES } from './admit-peer.ts';
import type { RoomConnection } from './create-rooms.ts';

/**
 * Closes the places of operators whose credential has expired, or whose right has become too small: a change of a
 * credential or a member is told to every process at once, this finds what time has ended, and what nobody has told.
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
    from (
      select *, $4::text[] as scopes, $5::text[] as roles
      from unnest($1::uuid[], $2::uuid[], $3::inet[])
        with ordinality as o (organisation_id, credential_id, address, place)
    ) a
    where (${JUDGED_CREDENTIAL}) is not true
    `,
    [
      operators.map(({ peer }) => peer.organisationId),
      operators.map(({ peer }) => peer.credentialId),
      operators.map(({ address }) => address),
      ROOM_SCOPES,
      listRolesWith(ROOM_SCOPES),
    ],
  );
  for (const { place } of rows) operators[place - 1]!.close('unauthenticated');
};
