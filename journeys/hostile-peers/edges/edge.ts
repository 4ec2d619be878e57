import type { TestAuthority } from '../../../apps/server/src/testing/create-test-authority.ts';
import type { Dialect, PeerName } from '../hostile-peer.ts';
import type { OpenPeer } from '../open-peer.ts';

/** The end of the work: `failed` can be tried again. */
export type Faced = {
  outcome: 'done' | 'failed';
  /** Words for the log, or for the caller. */
  told: string;
};

/** A deadline longer than a loaded machine needs, or else the service's own. */
export type Patience = { deadlineMs?: number; dripMs: number };

export type OpenedEdge = {
  /** Does one piece of work before each peer, all at once. */
  faceAll: (peers: ReadonlyMap<PeerName, OpenPeer>) => Promise<Map<PeerName, Faced>>;
  /** The same work before an honest peer. */
  faceHonest: () => Promise<void>;
  /** Does the failed work, once, when the peers are honest again. */
  recover: () => Promise<void>;
  close: () => Promise<unknown>;
};

/** A way on which the service calls others. */
export type Edge = {
  name: string;
  speak: (dripMs: number) => Dialect;
  /** Whether the edge speaks TLS alone. */
  isSecure: boolean;
  /** Peers who give, in their way, all that the service needs of them. */
  takes: readonly PeerName[];
  /** Peers who are heard until the deadline: their words are dropped, but not counted. */
  hears?: readonly PeerName[];
  open: (patience: Patience, authority: TestAuthority) => Promise<OpenedEdge>;
};

/** Faces each peer with work of its own. */
export const faceEach = async (
  peers: ReadonlyMap<PeerName, OpenPeer>,
  face: (peer: OpenPeer, name: PeerName) => Promise<Faced>,
): Promise<Map<PeerName, Faced>> =>
  new Map(
    await Promise.all(
      [...peers].map(async ([name, peer]): Promise<[PeerName, Faced]> => [name, await face(peer, name)]),
    ),
  );

/** A password in each address: it must be told nowhere. */
export const USER_INFO = 'alice:hunter2secret';
export const addressOf = ({ host, isTls }: OpenPeer, scheme = 'http'): string =>
  `${scheme}${isTls ? 's' : ''}://${USER_INFO}@${host}`;
