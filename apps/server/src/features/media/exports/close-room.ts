import { listOperatorNames } from '../../../platform/media-connection.ts';
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
export const closeOperatorPeers = (tx: Tx, rights: EndedRights): void => tellPeers(tx, rights, {});

/** For credentials that may do less, or from fewer networks: each process closes the peers without a right. */
export const lookAtOperatorPeers = (tx: Tx, rights: EndedRights): void =>
  tellPeers(tx, rights, { isLook: true });

/** The member whose credentials they are: their sessions have one name in a room. */
type EndedRights = { credentialIds: string[]; memberId: string | null };

const tellPeers = (tx: Tx, { credentialIds, memberId }: EndedRights, how: { isLook?: true }): void => {
  for (const id of credentialIds) {
    const event: RoomEvent = { kind: 'closed', participantId: id, ...how };
    for (const identity of listOperatorNames([id], memberId)) tx.effects.roomEvents.push({ identity, event });
  }
};
