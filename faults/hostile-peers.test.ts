import { expect, test } from 'vitest';
import { EDGES } from '../journeys/hostile-peers/edges/list-edges.ts';
import { describeEdge, expectSoundEdge, faceEdge } from '../journeys/hostile-peers/face-edge.ts';

test.concurrent.for(EDGES.map((edge) => [edge.name, edge] as const))(
  '%s refuses, is silent, says a byte a second, floods, lies about itself or breaks off: the work ends by its own deadline, can be done again, and holds nobody up',
  async ([, edge], { annotate }) => {
    const faced = await faceEdge(edge, { dripMs: 1_000 });
    expectSoundEdge(edge, faced);
    // Deadlines are 4 seconds or more, so a hostile peer did not hold up this honest request.
    expect(faced.underWay).toBeGreaterThan(0);
    await annotate(describeEdge(faced), 'figure');
  },
);
