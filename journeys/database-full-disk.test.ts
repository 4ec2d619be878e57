import { mountSmallDisk } from '@field-inspection/server/testing/mount-small-disk';
import { test } from 'vitest';
import { expectFullDiskTold, openFullDiskWorld } from './database-faults/full-disk.ts';

test("the disk under the database's rows is full: writes are answered 503, /readyz says so, nothing acknowledged is lost, and all goes on once there is room", async ({
  annotate,
  onTestFinished,
  skip,
}) => {
  const disk = await mountSmallDisk(96);
  if ('reason' in disk) return skip(disk.reason);
  onTestFinished(disk.unmount);
  const world = await openFullDiskWorld(disk);
  onTestFinished(() => world.close());
  const found = await expectFullDiskTold(world, disk);
  await annotate(
    `0 of ${found.acknowledged} acknowledged writes lost; ${found.refused} answered 503 while the disk was full; writes go on ${found.writesAfterMs} ms after there is room`,
    'figure',
  );
});
