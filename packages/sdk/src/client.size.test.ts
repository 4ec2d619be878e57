import { expect, it } from 'vitest';
import { bundle, gzipSize } from './testing/bundle.ts';

it('the client and verifyWebhook cost a bundle at most 8 kB', async () => {
  expect(gzipSize(await bundle('FieldInspection, verifyWebhook', 'index.ts'))).toBeLessThanOrEqual(8000);
});

it('nothing of the testing kit is in a bundle of the client', async () => {
  expect(await bundle('createFakeService', 'testing.ts')).toContain('There is no such resource.');
  expect(await bundle('FieldInspection', 'index.ts')).not.toContain('There is no such resource.');
});
