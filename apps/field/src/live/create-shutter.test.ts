import { describe, expect, it } from 'vitest';
import type { TakenPhoto } from '../queue/shelf/queue-item.ts';
import { createShutter } from './create-shutter.ts';

const PHOTO = { blob: new Blob(['pixels']), width: 4_032, height: 3_024 };
const SHA256 = '6ec9c2b0eb14010746c8bce8939303b382344b296206612eb8a907a37b2b2f37';
const FIX = { lat: 45.4642, lon: 9.19, accuracy: 12 };
const CAMERA = { kind: 'video' } as MediaStreamTrack;

const open = (changes: Partial<Parameters<typeof createShutter>[0]> = {}) => {
  const kept: TakenPhoto[] = [];
  let nowMs = 10_000;
  const shoot = createShutter({
    isAllowed: () => true,
    asksFor: async () => true,
    track: () => CAMERA,
    takeStill: async () => PHOTO,
    onStill: () => async (still) => void kept.push(still),
    location: () => FIX,
    now: () => new Date(nowMs),
    ...changes,
  });
  return { shoot, kept, wait: (ms: number) => (nowMs += ms) };
};
const refusal = (reason: string) => ({ type: 'still_refused', id: 's', reason });

describe('the remote shutter', () => {
  it('hands the photo over with its location, and tells its hash and its size', async () => {
    const { shoot, kept } = open();
    expect(await shoot({ id: 's', slot: 'roof' })).toEqual({
      type: 'still_taken',
      id: 's',
      sha256: SHA256,
      bytes: 6,
      width: 4_032,
      height: 3_024,
    });
    expect(kept).toEqual([{ blob: PHOTO.blob, slot: 'roof', capturedAt: new Date(10_000), location: FIX }]);
  });

  it.each([
    ['no_consent', 'the camera is not allowed', { isAllowed: () => false }],
    ['no_camera', 'no camera runs', { track: () => undefined }],
    ['failed', 'the camera gives none', { takeStill: () => Promise.reject(new Error('no')) }],
    ['failed', 'nobody keeps it', { onStill: () => undefined }],
    ['failed', 'it can’t be kept', { onStill: () => () => Promise.reject(new Error('full')) }],
  ])('refuses with %s where %s', async (reason, _, changes) => {
    const { shoot, kept } = open(changes);
    expect([await shoot({ id: 's' }), kept]).toEqual([refusal(reason), []]);
  });

  it('keeps no photo for which consent was withdrawn while the camera was at work', async () => {
    let isAllowed = true;
    const { shoot, kept } = open({
      isAllowed: () => isAllowed,
      takeStill: async () => {
        isAllowed = false;
        return PHOTO;
      },
    });
    expect([await shoot({ id: 's' }), kept]).toEqual([refusal('no_consent'), []]);
  });

  it('takes no photo for a shot that the session does not ask for, and says so', async () => {
    let taken = 0;
    const { shoot, kept, wait } = open({
      asksFor: async (slot) => slot === 'roof',
      takeStill: async () => ((taken += 1), PHOTO),
    });
    expect(await shoot({ id: 's', slot: 'cellar' })).toEqual(refusal('no_such_shot'));
    expect([taken, kept]).toEqual([0, []]);
    wait(1_000);
    expect(await shoot({ id: 's', slot: 'roof' })).toMatchObject({ type: 'still_taken' });
    wait(1_000);
    expect(await shoot({ id: 's' })).toMatchObject({ type: 'still_taken' });
  });

  it('takes one at a time, and none within a second of the last', async () => {
    const { shoot, kept, wait } = open();
    const both = await Promise.all([shoot({ id: 'first' }), shoot({ id: 's' })]);
    expect(both[1]).toEqual(refusal('busy'));
    expect(await shoot({ id: 's' })).toEqual(refusal('busy'));
    wait(1_000);
    await shoot({ id: 's' });
    expect(kept).toHaveLength(2);
  });
});
