import { expect, it } from 'vitest';
import { bundle, gzipSize } from './testing/bundle.ts';

it('verifyEvidence costs a bundle at most 28 kB', async () => {
  const size = gzipSize(await bundle('verifyEvidence', 'evidence.ts'));
  expect(size).toBeLessThanOrEqual(28_000);
});

it('verifyReport costs a bundle at most 24 kB, and brings nothing of what verifies bundles', async () => {
  const code = await bundle('verifyReport', 'evidence.ts');
  expect(gzipSize(code)).toBeLessThanOrEqual(24_000);
  for (const foreign of ['malformed_zip', 'manifest.json', 'malformed_chain'])
    expect(code).not.toContain(foreign);
});

it('verifyEvidence brings nothing of what verifies reports', async () => {
  expect(await bundle('verifyEvidence', 'evidence.ts')).not.toContain('malformed_pdf');
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
    expect(await bundle(names, entry)).not.toMatch(/malformed_chain|malformed_pdf/);
});
