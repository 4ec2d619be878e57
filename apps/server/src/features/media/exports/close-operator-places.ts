import { Prisma } from '#prisma';
import { nameOperator } from '../../../platform/media-connection.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { ANNOUNCE, type RoomEvent } from './room-event.ts';

/**
 * Closes every place that credentials have in live rooms, on every server process, when the transaction commits. The
 * caller has ended their rights: whoever entered by them is in the table, and nobody enters any more.
 */
export const closeOperatorPlaces = (tx: Tx, credentialIds: string[]): void =>
  tellPlaces(tx, credentialIds, {});

/**
 * The same for credentials that may do less than before, or from fewer networks: each process looks at the places that
 * it has of them, and closes those that nothing gives any more.
 */
export const lookAtOperatorPlaces = (tx: Tx, credentialIds: string[]): void =>
  tellPlaces(tx, credentialIds, { isLook: true });

const tellPlaces = (tx: Tx, credentialIds: string[], how: { isLook?: true }): void => {
  const ctes = credentialIds.map((id, index) => tellPlacesOf(tx, index, { id, how }));
  tx.lastWrites.push({ ctes });
};

const tellPlacesOf = (
  tx: Tx,
  index: number,
  { id, how }: { id: string; how: { isLook?: true } },
): Prisma.Sql => {
  const event: RoomEvent = { kind: 'closed', participantId: id, ...how };
  return Prisma.sql`${Prisma.raw(`places_told_${index}`)} as (
    insert into media_signals (room, event, created_at)
    select room, ${JSON.stringify(event)}, ${tx.now}
    from media_peers
    where identity = ${nameOperator(id)}
    returning id, ${Prisma.raw(ANNOUNCE)} as announced
  )`;
};
