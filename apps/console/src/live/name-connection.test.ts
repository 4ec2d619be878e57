import { expect, it } from 'vitest';
import { nameConnection } from './name-connection.ts';

const phone = (connection: 'none' | 'connecting' | 'connected') => ({ role: 'field' as const, connection });
const colleague = { role: 'operator' as const, connection: 'none' as const };
const AT_FIRST = { relay: 'connecting' as const, end: undefined, peers: [], hasPicture: false };

it.each([
  [{}, 'live.connecting'],
  [{ relay: 'lost' as const }, 'live.lost'],
  [{ relay: 'connected' as const, peers: [colleague] }, 'live.nobody'],
  [{ relay: 'connected' as const, peers: [phone('connecting')] }, 'live.joining'],
  [{ relay: 'connected' as const, peers: [phone('connected')] }, 'live.no_picture'],
  [{ relay: 'lost' as const, peers: [phone('connected')], hasPicture: true }, 'live.seen'],
  [{ end: 'replaced' as const, peers: [phone('connected')] }, 'live.replaced'],
  [{ end: 'session_ended' as const }, 'live.ended'],
])('the connection %j is told by %s', (seen, key) => {
  expect(nameConnection({ ...AT_FIRST, ...seen })).toBe(key);
});
