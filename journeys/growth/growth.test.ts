import { listRoutes } from '@field-inspection/contract';
import { createJudge, REACHED } from '@field-inspection/server/testing/create-judge';
import { expect, test } from 'vitest';
import { listRightRequests } from './list-requests.ts';
import { measureApart } from './measure-apart.ts';

const GIVE_UP_MS = 600_000;

test('what is right reaches the use case of each route, so that whatever grows beside it is judged', async () => {
  const judge = createJudge();
  for (const listed of listRoutes()) {
    for (const right of listRightRequests(listed)) {
      const { status, text } = await judge(right);
      expect([listed.key, status, text]).toEqual([listed.key, REACHED, '']);
    }
  }
});

// `script/pnpm faults` measures all requests.
test(
  'whatever comes with a request costs no more than its length: one in 41 of what grows',
  async () => {
    const { measured, faults } = await measureApart(new URL('contract-growth.ts', import.meta.url), 41);
    expect(faults).toEqual([]);
    expect(measured).toBeGreaterThan(500);
  },
  GIVE_UP_MS,
);
