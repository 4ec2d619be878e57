import { test } from 'vitest';
import { expectCutSurvived } from '../journeys/field-live/expect-cut-survived.ts';
import { hasTurnServer } from '../journeys/field-live/start-turn-server.ts';
import { hasBrowser } from '../journeys/open-browser.ts';

const PHOTOS = 3;

test.runIf(hasBrowser && hasTurnServer)(
  'a network that is gone for 30 seconds, in the middle of uploads and of a live call: both go on by themselves, each photo is stored once, and nothing is said to be connected meanwhile',
  async ({ annotate }) => {
    const found = await expectCutSurvived({ photos: PHOTOS, cutMs: 30_000 });
    const { noticedAfterMs, seenAfterMs, storedAfterMs } = found;
    const [noticed, seen, stored] = [noticedAfterMs, seenAfterMs, storedAfterMs].map((ms) =>
      (ms / 1_000).toFixed(1),
    );
    await annotate(
      `said after ${noticed} s, seen again after ${seen} s, ${PHOTOS} of ${PHOTOS} photos stored after ${stored} s`,
      'figure',
    );
  },
);
