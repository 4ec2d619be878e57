import { expect, test } from 'vitest';
import { expectBroughtHome } from '../journeys/field-queue/expect-brought-home.ts';
import { hasBrowser } from '../journeys/open-browser.ts';

const PHOTOS = 50;

test.runIf(hasBrowser)(
  '50 photos of 12 megapixels that were taken without a network are brought home over a reload, killed browsers and a killed server: each once, as it was taken, after the consent',
  async ({ annotate }) => {
    const found = await expectBroughtHome({ photos: PHOTOS, size: 'large', patienceMs: 900_000 });
    expect(found.bytes).toBeGreaterThan(PHOTOS * 1_000_000);
    const [megabytes, seconds] = [found.bytes / 1_000_000, found.tookMs / 1_000].map(Math.round);
    await annotate(`${PHOTOS} of ${PHOTOS} stored once, ${megabytes} MB in ${seconds} s`, 'figure');
  },
);
