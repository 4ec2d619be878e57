import type { Metrics } from '../../platform/metrics.ts';
import type { MediaPeer } from '../../platform/media-connection.ts';
import { REFUSALS, type CloseReason } from './close-reasons.ts';
import type { RoomEvent, StoredEvent } from './exports/room-event.ts';
import type { RelayedSignal, RoomPeer, ServerMessage } from './signal-message.ts';

export type RoomConnection = {
  id: string;
  peer: MediaPeer;
  address: string | null;
  send: (message: ServerMessage) => void;
  close: (reason: CloseReason) => void;
  look: () => void;
};

export type Rooms = ReturnType<typeof createRooms>;

/** A connection enters before it is admitted, and its events are held until its welcome: it misses none. */
export const createRooms = ({ mediaPeers }: Pick<Metrics, 'mediaPeers'>) => {
  const rooms = new Map<string, Room>();

  const withdraw = ({ id, peer }: RoomConnection): void => {
    const room = rooms.get(peer.sessionId);
    const member = room?.members.get(id);
    if (!room || !member) return;
    room.members.delete(id);
    if (member.enteredId !== undefined) mediaPeers.dec();
    if (room.members.size === 0) rooms.delete(peer.sessionId);
  };

  return {
    has: (roomId: string): boolean => rooms.has(roomId),
    ids: (): string[] => [...rooms.keys()],
    enter: (connection: RoomConnection): void => {
      const room = rooms.get(connection.peer.sessionId) ?? { members: new Map(), presence: new Map() };
      rooms.set(connection.peer.sessionId, room);
      room.members.set(connection.id, { connection, enteredId: undefined, held: [] });
    },
    welcome: (connection: RoomConnection, { enteredId, peers }: { enteredId: bigint; peers: RoomPeer[] }) => {
      const { sessionId, identity } = connection.peer;
      const member = rooms.get(sessionId)?.members.get(connection.id);
      if (!member) return;
      member.enteredId = enteredId;
      mediaPeers.inc();
      connection.send({ type: 'welcome', room: sessionId, identity, peers });
      for (const stored of member.held.splice(0)) tellMember(member, stored);
    },
    withdraw,
    listAdmitted: (): RoomConnection[] =>
      [...rooms.values()].flatMap(({ members }) =>
        [...members.values()]
          .filter(({ enteredId }) => enteredId !== undefined)
          .map(({ connection }) => connection),
      ),
    relay: (roomId: string, { message, to }: { message: RelayedSignal; to?: string | undefined }): void => {
      for (const member of rooms.get(roomId)?.members.values() ?? []) {
        if (member.enteredId !== undefined) tellSignal(member, { from: message.from, to, message });
      }
    },
    /** Older presence than the known one is passed over. */
    apply: (roomId: string, stored: StoredEvent): void => {
      const room = rooms.get(roomId);
      if (!room || isOutdated(room, stored)) return;
      for (const member of [...room.members.values()]) {
        if (member.enteredId === undefined) member.held.push(stored);
        else tellMember(member, stored);
      }
    },
  };
};

type Member = {
  connection: RoomConnection;
  enteredId: bigint | undefined;
  held: StoredEvent[];
};

type Room = { members: Map<string, Member>; presence: Map<string, bigint> };

// A peer that reloads may leave one process and enter another: the leaving, if heard later, must not undo the entering.
const isOutdated = ({ presence }: Room, { id, event }: StoredEvent): boolean => {
  if (event.kind !== 'joined' && event.kind !== 'left') return false;
  const known = presence.get(event.identity);
  if (known !== undefined && known >= id) return true;
  presence.set(event.identity, id);
  return false;
};

const tellMember = (member: Member, { id, event }: StoredEvent): void => {
  if (member.enteredId === undefined || id <= member.enteredId) return;
  TELL[event.kind](member, event as never);
};

type EventOf<Kind extends RoomEvent['kind']> = Extract<RoomEvent, { kind: Kind }>;

const tellSignal = (
  { connection }: Member,
  { from, to, message }: Pick<EventOf<'signal'>, 'from' | 'message'> & { to?: string | undefined },
): void => {
  const { identity } = connection.peer;
  if (identity !== from && (to === undefined || to === identity)) connection.send(message);
};

const TELL: { [Kind in RoomEvent['kind']]: (member: Member, event: EventOf<Kind>) => void } = {
  signal: tellSignal,
  joined: ({ connection }, { identity, role, connectionId }) => {
    if (connection.id === connectionId) return;
    if (connection.peer.identity === identity) return connection.close('replaced');
    connection.send({ type: 'peer_joined', identity, role });
  },
  left: ({ connection }, { identity }) => {
    if (connection.peer.identity !== identity) connection.send({ type: 'peer_left', identity });
  },
  closed: ({ connection }, { participantId, isLook }) => {
    if (participantId === undefined) return connection.close('session_ended');
    const { peer } = connection;
    // A member's sessions have one name, and only the connection of the one that has ended is closed.
    if ((peer.role === 'operator' ? peer.credentialId : peer.participantId) !== participantId) return;
    if (isLook) connection.look();
    else connection.close(REFUSALS[peer.role]);
  },
};
