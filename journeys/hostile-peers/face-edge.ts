import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, vi } from 'vitest';
import { createTestAuthority } from '../../apps/server/src/testing/create-test-authority.ts';
import { USER_INFO, type Edge, type Faced, type Patience } from './edges/edge.ts';
import { ALL_PEERS, type PeerName } from './hostile-peer.ts';
import { MIB } from './misbehave.ts';
import { openPeer, type OpenPeer } from './open-peer.ts';

/**
 * Most bytes sent before a peer is cut off. A loopback connection buffers 4 MiB on the way, as measured; S3's SDK asks
 * three times.
 */
const IN_FLIGHT_MAX = 48 * MIB;

export type FacedEdge = {
  faced: ReadonlyMap<PeerName, Faced>;
  /** The most bytes that any peer could send. */
  sentBytesMax: number;
  /** Peers still under way when the honest peer's work was done. */
  underWay: number;
  ms: number;
};

// Shared by all edges, since authorities of the same name could not be told apart.
const authority = createTestAuthority();

/** The edge faces every hostile peer at once, and an honest one meanwhile. */
export const faceEdge = async (edge: Edge, patience: Patience): Promise<FacedEdge> => {
  // The authority is trusted, so that an expired or wrong host's certificate is refused for that alone.
  setDefaultCACertificates([...getCACertificates('default'), authority.ca]);
  const opened = await edge.open(patience, authority);
  const dialect = edge.speak(patience.dripMs);
  const { dripMs } = patience;
  const plan = { dialect, authority, dripMs, isSecure: edge.isSecure };
  const peers = new Map<PeerName, OpenPeer>();
  for (const name of ALL_PEERS) peers.set(name, await openPeer(name, plan));
  try {
    const started = performance.now();
    const waiting = opened.faceAll(peers);
    let isOver = false;
    void waiting.finally(() => (isOver = true)).catch(() => {});
    await opened.faceHonest();
    const underWay = isOver ? 0 : [...peers.values()].filter(({ connections }) => connections() > 0).length;
    const faced = await waiting;
    const ms = performance.now() - started;
    await opened.recover();
    // A peer's connections must not stay open.
    const listOpen = () => [...peers].filter(([, peer]) => peer.openConnections() > 0).map(([name]) => name);
    await vi.waitFor(() => expect(listOpen()).toEqual([]), { timeout: 20_000 });
    const sentBytesMax = Math.max(
      ...[...peers].filter(([name]) => !edge.hears?.includes(name)).map(([, peer]) => peer.sentBytes()),
    );
    return { faced, sentBytesMax, underWay, ms };
  } finally {
    for (const peer of peers.values()) await peer.close();
    await opened.close();
  }
};

export const describeEdge = ({ faced, sentBytesMax, ms }: FacedEdge): string =>
  `${faced.size} peers at once: all of it over in ${(ms / 1_000).toFixed(1)} s, ` +
  `no peer got rid of more than ${(sentBytesMax / MIB).toFixed(1)} MiB, 0 pieces of work lost`;

export const expectSoundEdge = (edge: Edge, { faced, sentBytesMax }: FacedEdge): void => {
  const outcomes = Object.fromEntries([...faced].map(([name, { outcome }]) => [name, outcome]));
  const expected = [...faced.keys()].map((name) => [name, edge.takes.includes(name) ? 'done' : 'failed']);
  expect(outcomes).toEqual(Object.fromEntries(expected));
  expect(sentBytesMax).toBeLessThan(IN_FLIGHT_MAX);
  for (const [name, { outcome, told }] of faced) {
    if (outcome === 'done') continue;
    expect(told, name).toMatch(/\w/);
    expect(told, name).not.toContain(USER_INFO.split(':')[1]);
    if (name === 'refuses') expect(told).toMatch(/refused/i);
  }
  for (const name of ['expired', 'of another host', 'self-signed', 'no TLS'] as const) {
    expect(faced.get(name)!.told, name).toMatch(TLS_WORDS[name]);
  }
};

const TLS_WORDS = {
  expired: /expired|certificate/i,
  'of another host': /cert/i,
  'self-signed': /self.signed|certificate/i,
  'no TLS': /ssl|tls|packet|wrong.version/i,
};
