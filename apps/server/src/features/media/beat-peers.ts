import type pg from 'pg';
import type { Context } from '../../context.ts';
import { ROOM_SCOPES } from './admit-peer.ts';
import type { RoomConnection, Rooms } from './create-rooms.ts';
import { SILENCE_SECONDS } from './exports/find-present.ts';
import { ANNOUNCE } from './exports/room-event.ts';
import { JUDGED_CREDENTIAL, listRolesWith } from '../../http/judged-credential.ts';

/** A peer without a row was replaced, or a crash of the database emptied the table: it must connect again. */
export const beatPeers = async (
  { context, rooms }: { context: Pick<Context, 'clock'>; rooms: Rooms },
  client: Pick<pg.PoolClient, 'query'>,
): Promise<void> => {
  const connections = rooms.listAdmitted();
  // Raw: one round trip, over the connection that listens. Without an origin, this process hears the event, too.
  const { rows } = await client.query<{ beaten: string[] | null }>(
    `
    with beaten as (
      update media_peers set seen_at = clock_timestamp()
      where connection_id = any ($1::uuid[])
      returning connection_id
    ),
    dead as (
      delete from media_peers
      where connection_id <> all ($1::uuid[]) and seen_at < clock_timestamp() - make_interval(secs => $2)
      returning room, identity
    ),
    told as (
      insert into media_signals (room, event, created_at)
      select room, json_build_object('kind', 'left', 'identity', identity)::text, $3::timestamptz from dead
      returning ${ANNOUNCE}
    )
    select array_agg(connection_id::text) as beaten, (select count(*) from told) as told from beaten
    `,
    [connections.map(({ id }) => id), SILENCE_SECONDS, context.clock.now()],
  );
  const beaten = new Set(rows[0]?.beaten);
  await closeLost(
    connections.filter(({ id }) => !beaten.has(id)),
    client,
  );
  await closeLapsed(connections, client);
};

const closeLost = async (lost: RoomConnection[], client: Pick<pg.PoolClient, 'query'>): Promise<void> => {
  if (lost.length === 0) return;
  const { rows } = await client.query<{ place: string }>(
    `select room || ' ' || identity as place from media_peers where room = any ($1::uuid[])`,
    [lost.map(({ peer }) => peer.sessionId)],
  );
  const taken = new Set(rows.map(({ place }) => place));
  for (const { peer, close } of lost) {
    close(taken.has(`${peer.sessionId} ${peer.identity}`) ? 'replaced' : 'reconnect');
  }
};

/** Every process hears of changes at once; this finds rights that time has ended, and changes that got lost. */
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
