import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { measureBackup } from './measure-backup.ts';

const read = async (backupStamp: string | undefined) => {
  const metrics = createMetrics();
  await measureBackup({ config: { backupStamp }, metrics })();
  return (await metrics.backupVerifiedAtSeconds.get()).values.map(({ value }) => value);
};

it('tells the time of the file, and 1970 where it is missing, which the alert takes for too long ago', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fis-stamp-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const stamp = join(folder, 'backup-verified');
  expect(await read(stamp)).toEqual([0]);
  await writeFile(stamp, '');
  const at = new Date('2026-11-20T09:30:00.000Z');
  await utimes(stamp, at, at);
  expect(await read(stamp)).toEqual([at.getTime() / 1000]);
});

it('tells nothing where no file is named', async () => {
  expect(await read(undefined)).toEqual([]);
});
