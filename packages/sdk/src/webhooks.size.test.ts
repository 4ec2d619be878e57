import { expect, it } from 'vitest';
import { bundle, gzipSize } from './testing/bundle.ts';

it('verifyWebhook costs a bundle at most 1.4 kB', async () => {
  expect(gzipSize(await bundle('verifyWebhook'))).toBeLessThanOrEqual(1400);
});

it('createWebhookHandler, with both verifiers, costs a bundle at most 3.5 kB', async () => {
  expect(gzipSize(await bundle('createWebhookHandler'))).toBeLessThanOrEqual(3500);
});

it('what verifies brings nothing of what handles or signs', async () => {
  const code = await bundle('verifyWebhook');
  expect(code).toContain('svc-signature');
  for (const foreign of ['handler_failed', 'too_large', 'express.json', 'webhook-signature', 'subtle'])
    expect(code).not.toContain(foreign);
});
