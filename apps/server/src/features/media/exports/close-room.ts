import { nameOperator } from '../../../platform/media-connection.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { RoomEvent } from './room-event.ts';

/**
 * Closes the signalling room of a session that ends, or only one participant's place in it, on every server process,
 * when the transaction commits. The caller holds the row lock of the session or the participant, so that nobody enters
 * meanwhile.
 */
export const closeRoom = (
  tx: Tx,
  { sessionId, participantId }: { sessionId: string; participantId?: string },
): void => {
  const event: RoomEvent = { kind: 'closed', ...(participantId && { participantId }) };
  tx.outcome.roomEvents.push({ room: sessionId, event });
};

/**
 * Closes every place that credentials have in live rooms, on every server process, when the transaction commits. The
 * caller has ended their rights: peers who entered by them are in the table, and no more enter.
 */
export const closeOperatorPlaces = (tx: Tx, credentialIds: string[]): void =>
  tellPlaces(tx, credentialIds, {});

/**
 * Has each process look at its places of credentials that may do less than before, or from fewer networks, and close
 * those that no right gives any more.
 */
export const lookAtOperatorPlaces = (tx: Tx, credentialIds: string[]): void =>
  tellPlaces(tx, credentialIds, { isLook: true });

const tellPlaces = (tx: Tx, credentialIds: string[], how: { isLook?: true }): void => {
  for (const id of credentialIds) {
    const event: RoomEvent = { kind: 'closed', participantId: id, ...how };
    tx.outcome.roomEvents.push({ identity: nameOperator(id), event });
  }
};
