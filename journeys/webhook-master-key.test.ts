import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { expect, it } from 'vitest';

it('no worker starts without a master key, and it says which setting is missing', async () => {
  const world = await openProcessWorld();
  await expect(world.spawn('worker', { MASTER_KEYS: '' })).rejects.toThrow(/MASTER_KEYS: is missing/);
  await world.close();
});
