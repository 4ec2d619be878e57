import { takeGrainyPhoto } from '@field-inspection/server/testing/take-grainy-photo';
import { expect, test } from 'vitest';
import { expectBroughtHome } from '../journeys/field-queue/expect-brought-home.ts';
import { chooseFile } from '../journeys/field-queue/field-person.ts';
import { hasBrowser } from '../journeys/open-browser.ts';

const PHOTOS = 50;

test.runIf(hasBrowser)(
  '50 photos of 12 megapixels that were taken without a network are brought home over a reload, killed browsers and a killed server: each once, as it was taken, after the consent',
  async ({ annotate }) => {
    let bytes = 0;
    const tookMs = await expectBroughtHome({
      photos: PHOTOS,
      prepare: (page) =>
        page.addInitScript(() => Object.assign(navigator.mediaDevices, { getUserMedia: undefined })),
      take: async (page) => {
        const photo = await takeGrainyPhoto();
        bytes += photo.length;
        await chooseFile(page, photo);
      },
      patienceMs: 900_000,
    });
    expect(bytes).toBeGreaterThan(PHOTOS * 1_000_000);
    const megabytes = Math.round(bytes / 1_000_000);
    await annotate(
      `${PHOTOS} of ${PHOTOS} stored once, ${megabytes} MB in ${Math.round(tookMs / 1000)} s`,
      'figure',
    );
  },
);
