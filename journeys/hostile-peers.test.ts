import { test } from 'vitest';
import { EDGES } from './hostile-peers/edges/list-edges.ts';
import { ALL_PEERS } from './hostile-peers/hostile-peer.ts';
import { expectSoundEdge, faceEdge } from './hostile-peers/face-edge.ts';

// A handshake has the client's own 10 seconds: for that one, see faults/.
const NAMES = ALL_PEERS.filter((name) => name !== 'a handshake that drips');

test.each(EDGES.map((edge) => [edge.name, edge] as const))(
  '%s refuses, is silent, drips, floods, lies about itself or breaks off: the work ends in time, can be done again, and holds nobody up',
  async (_name, edge) => {
    const faced = await faceEdge(edge, { deadlineMs: 3_000, dripMs: 50, names: NAMES });
    expectSoundEdge(edge, faced);
  },
);
