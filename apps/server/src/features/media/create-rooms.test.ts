import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../platform/metrics.ts';
import { createRooms, type RoomConnection } from './create-rooms.ts';
import type { RoomEvent } from './exports/room-event.ts';

const ROOM = 'room';

const connect = (identity: string, id = `${identity}-1`) => {
  const name = { organisationId: 'o', sessionId: ROOM, identity };
  const heard: unknown[] = [];
  const connection: RoomConnection = {
    id,
    peer: identity.startsWith('field-')
      ? { ...name, role: 'field', participantId: identity.slice(6), device: 'd' }
      : { ...name, role: 'operator', credentialId: identity.slice('operator-'.length) },
    address: '192.0.2.1',
    send: (message) => heard.push(message),
    close: (reason) => heard.push(reason),
    look: () => heard.push('look'),
  };
  return { connection, heard };
};

const createRoom = () => createRooms(createMetrics());
const joined = (identity: string, connectionId = `${identity}-1`): RoomEvent => ({
  kind: 'joined',
  identity,
  role: 'operator',
  connectionId,
});
const welcome = (peers: string[] = []) => ({
  type: 'welcome',
  room: ROOM,
  identity: 'a',
  peers: peers.map((identity) => ({ identity, role: 'operator' })),
});

describe('createRooms', () => {
  it('tells a newcomer of nothing that is older than its entrance, and of all that is newer', () => {
    const rooms = createRoom();
    const { connection, heard } = connect('a');
    rooms.enter(connection);
    rooms.apply(ROOM, { id: 4n, event: joined('b') });
    rooms.apply(ROOM, { id: 6n, event: joined('c') });
    expect(heard).toEqual([]);
    rooms.welcome(connection, { enteredId: 5n, peers: [{ identity: 'b', role: 'operator' }] });
    rooms.apply(ROOM, { id: 3n, event: { kind: 'closed' } });
    expect(heard).toEqual([welcome(['b']), { type: 'peer_joined', identity: 'c', role: 'operator' }]);
  });

  it('closes a newcomer whose session ended between its entrance and its welcome', () => {
    const rooms = createRoom();
    const { connection, heard } = connect('a');
    rooms.enter(connection);
    rooms.apply(ROOM, { id: 6n, event: { kind: 'closed' } });
    rooms.welcome(connection, { enteredId: 5n, peers: [] });
    expect(heard).toEqual([welcome(), 'session_ended']);
  });

  it('passes over a leaving that was overtaken by the same peer coming back elsewhere', () => {
    const rooms = createRoom();
    const { connection, heard } = connect('a');
    rooms.enter(connection);
    rooms.welcome(connection, { enteredId: 1n, peers: [] });
    rooms.apply(ROOM, { id: 9n, event: joined('b', 'b-2') });
    rooms.apply(ROOM, { id: 8n, event: { kind: 'left', identity: 'b' } });
    expect(heard.slice(1)).toEqual([{ type: 'peer_joined', identity: 'b', role: 'operator' }]);
  });

  it("closes one peer's connection alone when its invite ends, or its API key", () => {
    const rooms = createRoom();
    const [one, other, operator] = [connect('field-1'), connect('field-2'), connect('operator-3')];
    for (const { connection } of [one, other, operator]) {
      rooms.enter(connection);
      rooms.welcome(connection, { enteredId: 1n, peers: [] });
    }
    rooms.apply(ROOM, { id: 2n, event: { kind: 'closed', participantId: '2' } });
    expect([one.heard.slice(1), other.heard.slice(1)]).toEqual([[], ['invite_expired']]);
    rooms.apply(ROOM, { id: 3n, event: { kind: 'closed', participantId: '3' } });
    expect([one.heard.slice(1), operator.heard.slice(1)]).toEqual([[], ['unauthenticated']]);
  });

  it('has the place of whose right became smaller looked at, and closes none by that itself', () => {
    const rooms = createRoom();
    const [one, other] = [connect('operator-1'), connect('operator-2')];
    for (const { connection } of [one, other]) {
      rooms.enter(connection);
      rooms.welcome(connection, { enteredId: 1n, peers: [] });
    }
    rooms.apply(ROOM, { id: 2n, event: { kind: 'closed', participantId: '2', isLook: true } });
    expect([one.heard.slice(1), other.heard.slice(1)]).toEqual([[], ['look']]);
  });

  it('hands signals to admitted others only', () => {
    const rooms = createRoom();
    const [sender, other, entering] = [connect('a'), connect('b'), connect('c')];
    for (const { connection } of [sender, other]) {
      rooms.enter(connection);
      rooms.welcome(connection, { enteredId: 1n, peers: [] });
    }
    rooms.enter(entering.connection);
    const message = { type: 'bye' as const, from: 'a' };
    rooms.relay(ROOM, { message });
    expect([sender, other, entering].map(({ heard }) => heard.slice(1))).toEqual([[], [message], []]);
    expect(entering.heard).toEqual([]);
  });

  it('forgets a room that everybody has left', () => {
    const rooms = createRoom();
    const { connection } = connect('a');
    rooms.enter(connection);
    expect(rooms.has(ROOM)).toBe(true);
    rooms.withdraw(connection);
    rooms.withdraw(connection);
    expect([rooms.has(ROOM), rooms.ids(), rooms.listAdmitted()]).toEqual([false, [], []]);
  });
});
