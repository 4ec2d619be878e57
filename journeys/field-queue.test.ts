import { expect, it } from 'vitest';
import { expectBroughtHome } from './field-queue/expect-brought-home.ts';
import { hasBrowser } from './open-browser.ts';

// faults/field-photos.test.ts does the same with 50 photos of 12 megapixels.
it.runIf(hasBrowser)(
  '50 photos that were taken without a network are brought home over a reload, killed browsers and a killed server: each once, as it was taken, after the consent',
  async () => {
    const { bytes } = await expectBroughtHome({ photos: 50, size: 'small', patienceMs: 120_000 });
    expect(bytes).toBeGreaterThan(0);
  },
);
