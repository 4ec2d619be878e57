import { nameOperator } from '../../../platform/media-connection.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { RoomEvent } from './room-event.ts';

/**
 * Closes a session's room, or one participant's connection, on every server process, when the transaction commits. The
 * caller holds the row lock of the session or the participant, so that nobody enters meanwhile.
 */
export const closeRoom = (
  tx: Tx,
  { sessionId, participantId }: { sessionId: string; participantId?: string },
): void => {
  const event: RoomEvent = { kind: 'closed', ...(participantId && { participantId }) };
  tx.effects.roomEvents.push({ room: sessionId, event });
};

/** The caller has ended the rights: peers who entered by them are in the table, and no more enter. */
export const closeOperatorPeers = (tx: Tx, credentialIds: string[]): void => tellPeers(tx, credentialIds, {});

/** For credentials that may do less, or from fewer networks: each process closes the peers without a right. */
export const lookAtOperatorPeers = (tx: Tx, credentialIds: string[]): void =>
  tellPeers(tx, credentialIds, { isLook: true });

const tellPeers = (tx: Tx, credentialIds: string[], how: { isLook?: true }): void => {
  for (const id of credentialIds) {
    const event: RoomEvent = { kind: 'closed', participantId: id, ...how };
    tx.effects.roomEvents.push({ identity: nameOperator(id), event });
  }
};
