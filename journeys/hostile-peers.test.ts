import { test } from 'vitest';
import { EDGES } from './hostile-peers/edges/list-edges.ts';
import { describeEdge, expectSoundEdge, faceEdge } from './hostile-peers/face-edge.ts';

test.for(EDGES.map((edge) => [edge.name, edge] as const))(
  '%s refuses, is silent, drips, floods, lies about itself or breaks off: the work ends in time, can be done again, and holds nobody up',
  async ([, edge], { annotate }) => {
    const faced = await faceEdge(edge, { deadlineMs: 3_000, dripMs: 50 });
    expectSoundEdge(edge, faced);
    await annotate(describeEdge(faced), 'figure');
  },
);
