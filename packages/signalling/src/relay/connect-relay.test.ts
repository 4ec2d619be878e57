import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeSockets } from '../testing/create-fake-socket.ts';
import { connectRelay } from './connect-relay.ts';

const open = () => {
  const states: string[] = [];
  const ends: string[] = [];
  const messages: string[] = [];
  let token = 1;
  const { sockets, last, createSocket } = createFakeSockets();
  const relay = connectRelay(
    () => ({ url: 'wss://relay.example.com', token: `token-${token++}` }),
    {
      onState: (state) => states.push(state),
      onMessage: (message) => void messages.push(message.type),
      onEnd: (reason) => ends.push(reason),
    },
    { createSocket, random: () => 0.5 },
  );
  return { relay, states, ends, messages, sockets, last };
};
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('connectRelay', () => {
  it('hands the token over beside the protocol, never in the address', () => {
    const { last } = open();
    expect([last().url, last().protocols]).toEqual(['wss://relay.example.com', ['fis.v1', 'token-1']]);
  });

  it('is connected with the welcome, lost when the socket closes, and comes back with a fresh token', async () => {
    const { states, sockets, last } = open();
    last().welcome();
    await settle();
    last().drop(1012);
    expect(states).toEqual(['connecting', 'connected', 'lost']);
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(2);
    last().welcome();
    await settle();
    expect([states.at(-1), last().protocols[1]]).toEqual(['connected', 'token-2']);
  });

  it('is never told lost before it was there', async () => {
    const { states, last } = open();
    last().drop(1006);
    await vi.advanceTimersByTimeAsync(500);
    last().drop(1006);
    expect(new Set(states)).toEqual(new Set(['connecting']));
  });

  it('waits longer after each failure, and short again after a connection that held', async () => {
    const { sockets, last } = open();
    last().drop(1006);
    await vi.advanceTimersByTimeAsync(500);
    last().drop(1006);
    await vi.advanceTimersByTimeAsync(999);
    expect(sockets).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(3);
    last().welcome();
    await vi.advanceTimersByTimeAsync(9_999);
    last().drop(1006);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(sockets).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    last().welcome();
    await vi.advanceTimersByTimeAsync(10_000);
    last().drop(1006);
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(5);
  });

  it.each([
    [4401, 'unauthenticated'],
    [4403, 'invite_expired'],
    [4409, 'replaced'],
    [4410, 'session_ended'],
  ])('does not come back after %i, and says why: %s', async (code, reason) => {
    const { relay, ends, sockets, last } = open();
    last().welcome();
    await settle();
    last().drop(code);
    relay.look();
    relay.rejoin();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([ends, sockets.length]).toEqual([[reason], 1]);
  });

  it('asks after ten seconds of silence, and takes ten more for a lost network', async () => {
    const { states, sockets, last } = open();
    last().welcome();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(last().sent).toEqual([{ type: 'ping' }]);
    last().say({ type: 'pong' });
    await vi.advanceTimersByTimeAsync(19_999);
    expect(states.at(-1)).toBe('connected');
    await vi.advanceTimersByTimeAsync(1);
    expect(states.at(-1)).toBe('lost');
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(2);
  });

  it('gives up a connection that does not open within twenty seconds', async () => {
    const { sockets } = open();
    await vi.advanceTimersByTimeAsync(20_500);
    expect(sockets).toHaveLength(2);
  });

  it('looks at once: asks where it is open, connects where it is not', async () => {
    const { relay, sockets, last } = open();
    last().welcome();
    await settle();
    relay.look();
    expect([last().sent, sockets.length]).toEqual([[{ type: 'ping' }], 1]);
    last().drop(1006);
    relay.look();
    expect(sockets).toHaveLength(2);
  });

  it('hears nothing more of a socket that it has given up', async () => {
    const { relay, messages, sockets } = open();
    sockets[0]!.welcome();
    await settle();
    const late = sockets[0]!.onmessage!;
    relay.rejoin();
    late({ data: JSON.stringify({ type: 'peer_left', identity: 'a' }) });
    await settle();
    expect([messages, sockets[0]!.onclose]).toEqual([['welcome'], null]);
  });

  it('says nothing while it is away, and tells so', () => {
    const { relay, last } = open();
    expect(relay.send({ type: 'bye' })).toBe(false);
    last().welcome();
    expect(relay.send({ type: 'bye' })).toBe(true);
    expect(last().sent).toEqual([{ type: 'bye' }]);
  });
});
