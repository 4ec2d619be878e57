import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DataMessage } from './data/data-message.ts';
import { openRoom, type Room } from './open-room.ts';
import type { RoomPeer } from './peers/keep-peers.ts';
import {
  createChannel,
  createFakeConnection,
  type FakeConnection,
} from './testing/create-fake-connection.ts';
import { createFakeSockets } from './testing/create-fake-socket.ts';

const OPERATOR = { identity: 'operator-1', role: 'operator' };
const FIELD = { identity: 'field-1', role: 'field' };
const ICE_SERVERS = [
  { urls: ['turn:a.example.com', 'turns:a.example.com:443?transport=tcp'], username: 'u' },
];
const settle = () => vi.advanceTimersByTimeAsync(0);
const track = (kind: string) => ({ kind }) as MediaStreamTrack;
const offerOf = (origin: string) => ({
  type: 'offer',
  from: 'operator-1',
  sdp: `v=0\r\no=- ${origin} 1 IN IP4 0\r\n`,
});

const enter = (role: 'field' | 'operator', policy: RTCIceTransportPolicy = 'all') => {
  const { last, sockets, createSocket } = createFakeSockets();
  const connections: FakeConnection[] = [];
  const heard: DataMessage[] = [];
  const ends: string[] = [];
  let peers: RoomPeer[] = [];
  const room: Room = openRoom(
    {
      role,
      way: () => ({ url: 'wss://r', token: 't', ice_servers: ICE_SERVERS, ice_transport_policy: policy }),
      onRelay: () => {},
      onPeers: (present) => (peers = present),
      onTrack: () => {},
      onMessage: (message) => heard.push(message),
      onEnd: (reason) => ends.push(reason),
    },
    {
      createSocket,
      createConnection: (configuration) => {
        const connection = createFakeConnection(configuration);
        connections.push(connection);
        return connection as unknown as RTCPeerConnection;
      },
      random: () => 0.5,
    },
  );
  return { room, last, sockets, connections, heard, ends, peers: () => peers };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the operator’s side of a room', () => {
  it('offers a picture, a sound and a channel to each field person, and to nobody else', async () => {
    const { last, connections, peers } = enter('operator');
    last().welcome(FIELD, { identity: 'operator-2', role: 'operator' });
    await settle();
    expect(connections).toHaveLength(1);
    expect(connections[0]!.getTransceivers().map(({ receiver }) => receiver.track.kind)).toEqual([
      'video',
      'audio',
    ]);
    expect(connections[0]!.channels.map(({ label }) => label)).toEqual(['fis.v1']);
    expect(last().sent).toEqual([
      { type: 'offer', sdp: connections[0]!.localDescription!.sdp, to: 'field-1' },
    ]);
    expect(peers().map(({ connection }) => connection)).toEqual(['new', 'none']);
  });

  it('offers anew to who could not be reached', async () => {
    const { last, connections } = enter('operator');
    last().welcome(FIELD);
    await vi.advanceTimersByTimeAsync(10_000);
    last().say({ type: 'pong' });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(connections.map(({ connectionState }) => connectionState)).toEqual(['closed', 'new']);
  });

  it('offers anew, by a new connection, to who comes in again', async () => {
    const { last, connections } = enter('operator');
    last().welcome(FIELD);
    await settle();
    last().say({ type: 'peer_joined', ...FIELD });
    await settle();
    expect(connections.map(({ connectionState }) => connectionState)).toEqual(['closed', 'new']);
  });

  it('takes several relays, and goes through nothing but them where it is told so', async () => {
    const { last, connections } = enter('operator', 'relay');
    last().welcome(FIELD);
    await settle();
    expect(connections[0]!.configuration).toEqual({ iceServers: ICE_SERVERS, iceTransportPolicy: 'relay' });
  });

  it('ignores an offer that crosses its own, with the candidates of it', async () => {
    const { last, connections } = enter('operator');
    last().welcome(FIELD);
    await settle();
    last().say({ type: 'offer', from: 'field-1', sdp: 'v=0\r\no=- f 1 IN IP4 0\r\n' });
    last().say({ type: 'candidate', from: 'field-1', candidate: { candidate: 'candidate:1' } });
    await settle();
    expect(connections).toHaveLength(1);
    expect(connections[0]!.signalingState).toBe('have-local-offer');
    last().say({ type: 'answer', from: 'field-1', sdp: 'v=0\r\no=- f 2 IN IP4 0\r\n' });
    await settle();
    expect(connections[0]!.signalingState).toBe('stable');
  });
});

describe('the field person’s side of a room', () => {
  const meet = async () => {
    const entered = enter('field');
    entered.last().welcome(OPERATOR);
    entered.last().say(offerOf('a'));
    await settle();
    const connection = entered.connections[0]!;
    connection.addTransceiver('video');
    connection.addTransceiver('audio');
    entered.last().say(offerOf('a'));
    await settle();
    return { ...entered, connection };
  };

  it('answers an offer, ready to send on both lines before there is a camera', async () => {
    const { last, connection } = await meet();
    expect(last().sent.map(({ type, to }) => [type, to])).toContainEqual(['answer', 'operator-1']);
    expect(connection.getTransceivers().map(({ direction }) => direction)).toEqual(['sendrecv', 'sendrecv']);
  });

  it('changes what it sends without another round of offers', async () => {
    const { room, last, connection } = await meet();
    const before = last().sent.length;
    const [audio, video] = [track('audio'), track('video')];
    room.share({ audio, video });
    await settle();
    expect(connection.getTransceivers().map(({ sender }) => sender.track)).toEqual([video, audio]);
    room.share({ audio: null, video: null });
    await settle();
    expect(connection.getTransceivers().map(({ sender }) => sender.track)).toEqual([null, null]);
    expect(last().sent).toHaveLength(before);
  });

  it('gives its camera once to who asks for many', async () => {
    const { room, connection } = await meet();
    connection.addTransceiver('video');
    room.share({ audio: null, video: track('video') });
    await settle();
    expect(connection.getTransceivers().filter(({ sender }) => sender.track)).toHaveLength(1);
  });

  it('shows nothing to another field person, nor to a stranger', async () => {
    const { last, connections } = enter('field');
    last().welcome({ identity: 'field-2', role: 'field' });
    last().say({ ...offerOf('b'), from: 'field-2' });
    last().say({ ...offerOf('c'), from: 'nobody' });
    await settle();
    expect(connections).toHaveLength(0);
  });

  it('keeps candidates until there is what they belong to', async () => {
    const { last, connections } = enter('field');
    last().welcome(OPERATOR);
    last().say({ type: 'candidate', from: 'operator-1', candidate: { candidate: 'too early' } });
    last().say(offerOf('a'));
    last().say({ type: 'candidate', from: 'operator-1', candidate: { candidate: 'candidate:1' } });
    last().say({ type: 'candidate', from: 'operator-1', candidate: null });
    await settle();
    expect(connections[0]!.candidates).toEqual([{ candidate: 'candidate:1' }, null]);
  });

  it('takes its own offer back for one that crosses it', async () => {
    const { last, connection } = await meet();
    connection.restartIce();
    await settle();
    expect(connection.signalingState).toBe('have-local-offer');
    last().say(offerOf('a'));
    await settle();
    expect([connection.signalingState, last().sent.at(-1)!.type]).toEqual(['stable', 'answer']);
  });

  it('answers a page that was reloaded by a new connection', async () => {
    const { last, connections } = await meet();
    last().say(offerOf('b'));
    await settle();
    expect(connections.map(({ connectionState }) => connectionState)).toEqual(['closed', 'new']);
  });

  it('goes on after an offer that is none', async () => {
    const { last, connections } = enter('field');
    last().welcome(OPERATOR);
    last().say({ type: 'offer', from: 'operator-1', sdp: 'hello' });
    last().say(offerOf('a'));
    await settle();
    expect(connections.at(-1)!.signalingState).toBe('stable');
  });

  it('looks for another way when the network changes, or the way fails, or is disturbed for long', async () => {
    const { room, connection } = await meet();
    room.lookAgain(false);
    expect(connection.restartIce).toHaveBeenCalledTimes(0);
    room.lookAgain(true);
    expect(connection.restartIce).toHaveBeenCalledTimes(1);
    connection.become('failed', 'failed');
    expect(connection.restartIce).toHaveBeenCalledTimes(2);
    connection.become('connected', 'connected');
    connection.become('disconnected', 'disconnected');
    await vi.advanceTimersByTimeAsync(1_000);
    connection.become('connected', 'connected');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connection.restartIce).toHaveBeenCalledTimes(2);
    connection.become('disconnected', 'disconnected');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(connection.restartIce).toHaveBeenCalledTimes(3);
  });

  it('comes in again where an operator who only offers does not answer, so that they offer anew', async () => {
    const { sockets, connection } = await meet();
    connection.become('failed', 'failed');
    await vi.advanceTimersByTimeAsync(9_999);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(2);
  });

  it('looks again for a way that was not found in fifteen seconds, and then comes in again', async () => {
    const { sockets, connection } = await meet();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(connection.restartIce).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('stays in for the other operators where only one can’t be reached', async () => {
    const { sockets, last, connections, connection } = await meet();
    last().say({ type: 'peer_joined', identity: 'operator-2', role: 'operator' });
    last().say({ ...offerOf('b'), from: 'operator-2' });
    await settle();
    connections[1]!.become('connected', 'connected');
    connection.become('failed', 'failed');
    await vi.advanceTimersByTimeAsync(19_000);
    expect(sockets).toHaveLength(1);
  });

  it('restarts after a welcome what is not well', async () => {
    const { last, connection } = await meet();
    connection.become('connected', 'connected');
    last().say({ type: 'welcome', identity: 'own', peers: [OPERATOR] });
    await settle();
    expect(connection.restartIce).toHaveBeenCalledTimes(0);
    connection.become('disconnected', 'disconnected');
    last().say({ type: 'welcome', identity: 'own', peers: [OPERATOR] });
    await settle();
    expect(connection.restartIce).toHaveBeenCalledTimes(1);
  });

  it('closes the connection to who has left or said goodbye, and all at the end', async () => {
    const { last, connections, connection, peers, ends } = await meet();
    last().say({ type: 'bye', from: 'operator-1' });
    await settle();
    expect([connection.connectionState, peers()[0]!.connection]).toEqual(['closed', 'none']);
    last().say(offerOf('b'));
    await settle();
    last().say({ type: 'peer_left', identity: 'operator-1' });
    await settle();
    expect([connections[1]!.connectionState, peers()]).toEqual(['closed', []]);
    last().drop(4410);
    expect(ends).toEqual(['session_ended']);
  });

  it('hears what operators say over the channel, drops the rest, and answers', async () => {
    const { room, heard, connection } = await meet();
    expect(room.say({ type: 'still_refused', id: 's', reason: 'busy' })).toBe(0);
    const [other, channel] = [createChannel('chat'), createChannel('fis.v1')];
    connection.ondatachannel!({ channel: other });
    connection.ondatachannel!({ channel });
    expect(other.readyState).toBe('closed');
    for (const data of [
      '{"type":"still","id":"s"}',
      '{"type":"pointer","x":2,"y":0}',
      '{',
      new ArrayBuffer(1),
    ])
      channel.onmessage!({ data });
    expect(heard).toEqual([{ type: 'still', id: 's' }]);
    expect(room.say({ type: 'still_refused', id: 's', reason: 'busy' }, 'operator-1')).toBe(1);
    expect(channel.sent).toEqual([{ type: 'still_refused', id: 's', reason: 'busy' }]);
    expect(room.say({ type: 'still_refused', id: 's', reason: 'busy' }, 'operator-2')).toBe(0);
  });
});
