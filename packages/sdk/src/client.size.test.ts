import { listRoutes } from '@field-inspection/contract';
import { expect, it } from 'vitest';
import { bundle, bundleCore, gzipSize } from './testing/bundle.ts';

it('the client without its operations costs a bundle at most 8.92 kB', async () => {
  const core = await bundleCore();
  expect(core).not.toContain('/participants');
  // The classes of 413, 415 and 416 are 55 B of it: each status family that the service sends has one.
  // A page's session is 156 B, most of it what is said to who uses it elsewhere.
  expect(gzipSize(core)).toBeLessThanOrEqual(8920);
});

it('each operation costs a bundle at most 25 B on average', async () => {
  const operations = listRoutes().filter(({ policy }) => policy.public && policy.auth === 'credential');
  const whole = await bundle('FieldInspection', 'client.ts');
  expect(whole).toContain('/participants');
  const costBytes = gzipSize(whole) - gzipSize(await bundleCore());
  expect(costBytes / operations.length).toBeLessThanOrEqual(25);
});

it('nothing of the testing kit is in a bundle of the client', async () => {
  expect(await bundle('createFakeService', 'testing.ts')).toContain('There is no such');
  expect(await bundle('FieldInspection', 'index.ts')).not.toContain('There is no such');
});

it('the limiter is in a bundle only where it is used', async () => {
  const marker = 'concurrency must be a whole number';
  expect(await bundle('FieldInspection, createLimiter', 'index.ts')).toContain(marker);
  expect(await bundle('FieldInspection', 'index.ts')).not.toContain(marker);
});
