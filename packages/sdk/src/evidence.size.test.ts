import { expect, it } from 'vitest';
import { bundle, gzipSize } from './testing/bundle.ts';

it('verifyEvidence costs a bundle at most 26 kB', async () => {
  const size = gzipSize(await bundle('verifyEvidence', 'evidence.ts'));
  expect(size).toBeLessThanOrEqual(26_000);
});

it('what verifies a chain brings nothing of what verifies bundles and tokens', async () => {
  const code = await bundle('verifyChain, verifyCommitment', 'evidence.ts');
  expect(code).toContain('malformed_chain');
  for (const foreign of ['malformed_zip', 'not_for_timestamping', 'manifest.json'])
    expect(code).not.toContain(foreign);
  expect(gzipSize(code)).toBeLessThanOrEqual(3_000);
});

it('no other entry has a part of it', async () => {
  for (const [names, entry] of [
    ['FieldInspection', 'index.ts'],
    ['verifyWebhook', 'webhooks.ts'],
    ['createFakeService', 'testing.ts'],
  ] as const)
    expect(await bundle(names, entry)).not.toContain('malformed_chain');
});
