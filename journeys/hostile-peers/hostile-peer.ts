import type { Socket } from 'node:net';

/** Every edge meets these misdeeds, in its own protocol. */
export const MISDEEDS = [
  'resets',
  'says nothing',
  'half a head',
  'a head, then silence',
  'a head that drips',
  'a body that drips',
  'a body without end',
  'a gigabyte',
  'a gzip bomb',
  'hundreds of large headers',
  'a flood of interim answers',
  'another protocol',
  '301 to link-local',
  '302 to link-local',
  '307 to link-local',
  '308 to link-local',
  'ends amid the head',
  'ends amid the body',
] as const;

export const TLS_MISDEEDS = [
  'expired',
  'of another host',
  'self-signed',
  'no TLS',
  'a handshake that drips',
] as const;

export type Misdeed = (typeof MISDEEDS)[number];
export type TlsMisdeed = (typeof TLS_MISDEEDS)[number];
export type PeerName = 'refuses' | Misdeed | TlsMisdeed;

export const ALL_PEERS: readonly PeerName[] = ['refuses', ...MISDEEDS, ...TLS_MISDEEDS];

export type Dialect = {
  begins: 'client' | 'server';
  misdeeds: Record<Misdeed, (socket: Socket) => void>;
};
