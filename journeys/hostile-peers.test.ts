import { test } from 'vitest';
import { AUTHORITIES } from './hostile-peers/edges/authorities.ts';
import { MAIL } from './hostile-peers/edges/messages.ts';
import { describeEdge, expectSoundEdge, faceEdge } from './hostile-peers/face-edge.ts';

// These are an edge that speaks HTTP and one that does not; faults/hostile-peers.test.ts has all.
test.for([MAIL, AUTHORITIES].map((edge) => [edge.name, edge] as const))(
  '%s refuses, is silent, drips, floods, lies about itself or breaks off: the work ends in time, can be done again, and holds nobody up',
  async ([, edge], { annotate }) => {
    const faced = await faceEdge(edge, { deadlineMs: 3_000, dripMs: 50 });
    expectSoundEdge(edge, faced);
    await annotate(describeEdge(faced), 'figure');
  },
);
