import { test } from 'vitest';
import { expectKeysRotated } from '../journeys/master-keys/expect-keys-rotated.ts';

test('MASTER_KEYS are rotated while requests and deliveries go on: none fails, and nothing is left of the old key', async ({
  annotate,
}) => {
  const { rounds, deliveries } = await expectKeysRotated();
  await annotate(
    `0 of ${rounds} rounds failed, ${deliveries} of ${deliveries} deliveries verified, 0 values left of the old key`,
    'figure',
  );
});
