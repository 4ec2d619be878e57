import type { TestAuthority } from '../../../apps/server/src/testing/create-test-authority.ts';
import type { Dialect, PeerName } from '../hostile-peer.ts';
import type { OpenPeer } from '../open-peer.ts';

/** The end of a piece of work; `failed` work can be tried again. */
export type Faced = {
  outcome: 'done' | 'failed';
  told: string;
};

/** `deadlineMs` is longer than a loaded machine needs; without it the service's own counts. */
export type Patience = { deadlineMs?: number; dripMs: number };

export type OpenedEdge = {
  /** All peers are faced at once, each with one piece of work. */
  faceAll: (peers: ReadonlyMap<PeerName, OpenPeer>) => Promise<Map<PeerName, Faced>>;
  faceHonest: () => Promise<void>;
  /** Repeats the failed work when the peers are honest again. */
  recover: () => Promise<void>;
  close: () => Promise<unknown>;
};

export type Edge = {
  name: string;
  speak: (dripMs: number) => Dialect;
  /** True if the edge speaks TLS alone. */
  isSecure: boolean;
  /** Peers who give all that the service needs in spite of their misdeed. */
  takes: readonly PeerName[];
  /** Peers whose bytes are read and dropped until the deadline, and not counted. */
  hears?: readonly PeerName[];
  open: (patience: Patience, authority: TestAuthority) => Promise<OpenedEdge>;
};

export const faceEach = async (
  peers: ReadonlyMap<PeerName, OpenPeer>,
  face: (peer: OpenPeer, name: PeerName) => Promise<Faced>,
): Promise<Map<PeerName, Faced>> =>
  new Map(
    await Promise.all(
      [...peers].map(async ([name, peer]): Promise<[PeerName, Faced]> => [name, await face(peer, name)]),
    ),
  );

/** A password in each address, which must not be told anywhere. */
export const USER_INFO = 'alice:hunter2secret';
export const addressOf = ({ host, isTls }: OpenPeer, scheme = 'http'): string =>
  `${scheme}${isTls ? 's' : ''}://${USER_INFO}@${host}`;
