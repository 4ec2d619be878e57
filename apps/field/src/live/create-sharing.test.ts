import { describe, expect, it } from 'vitest';
import { createSharing } from './create-sharing.ts';

type Answers = Record<string, string>;

const createTrack = (kind: 'video' | 'audio') => {
  const track = {
    kind,
    readyState: 'live',
    muted: false,
    enabled: true,
    onended: null as (() => void) | null,
    onmute: null as (() => void) | null,
    onunmute: null as (() => void) | null,
    stop: () => (track.readyState = 'ended'),
  };
  return track;
};

const open = (granted: string[], denied: string[] = []) => {
  const record = new Set(granted);
  const told: Answers[] = [];
  const tracks: ReturnType<typeof createTrack>[] = [];
  const asked: { facing: unknown; open: number }[] = [];
  const countOpen = () =>
    tracks.filter(({ kind, readyState }) => kind === 'video' && readyState === 'live').length;
  const sent: { audio: unknown; video: unknown }[] = [];
  let answer = (): Promise<void> => Promise.resolve();
  let isOnline = true;
  const sharing = createSharing({
    inspection: {
      isAllowed: (matter) => record.has(matter),
      tellConsent: async (answers) => {
        told.push(answers as Answers);
        for (const matter of Object.keys(answers)) record.delete(matter);
        return isOnline;
      },
    },
    devices: {
      getUserMedia: async ({ video, audio }) => {
        await answer();
        if (video) asked.push({ facing: (video as MediaTrackConstraints).facingMode, open: countOpen() });
        const mine = [...(video ? [createTrack('video')] : []), ...(audio ? [createTrack('audio')] : [])];
        tracks.push(...mine);
        return { getTracks: () => mine } as unknown as MediaStream;
      },
      isDenied: async (name) => denied.includes(name),
    },
    onTracks: (now) => sent.push(now),
  });
  return {
    sharing,
    record,
    told,
    tracks,
    asked,
    last: () => [sent.at(-1)?.video ? 'video' : '', sent.at(-1)?.audio ? 'audio' : ''].filter(Boolean),
    onAsk: (then: () => Promise<void>) => (answer = then),
    goOffline: () => (isOnline = false),
  };
};
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('sharing', () => {
  it('turns to the camera on the other side and back, and closes the one before it asks for the other', async () => {
    const { sharing, asked, tracks, last } = open(['camera', 'microphone']);
    await sharing.share();
    await sharing.flip();
    await sharing.flip();
    expect(asked).toEqual([
      { facing: 'environment', open: 0 },
      { facing: 'user', open: 0 },
      { facing: 'environment', open: 0 },
    ]);
    expect(last()).toEqual(['video', 'audio']);
    expect(tracks.filter(({ readyState }) => readyState === 'live')).toHaveLength(2);
  });

  it('shares what is on the record as granted, and nothing else', async () => {
    const { sharing, last } = open(['camera']);
    await sharing.share();
    expect([last(), sharing.camera.value, sharing.microphone.value]).toEqual([['video'], 'on', 'off']);
  });

  it('asks the browser for nothing where nothing is granted, and says so', async () => {
    const { sharing, tracks } = open([]);
    await sharing.share();
    expect([tracks, sharing.notice.value]).toEqual([[], 'consent_first']);
  });

  it('withdraws both on the record when it is stopped, and turns the camera off', async () => {
    const { sharing, told, tracks, last } = open(['camera', 'microphone']);
    await sharing.share();
    await sharing.stop();
    expect(told).toEqual([{ camera: 'revoked', microphone: 'revoked' }]);
    expect([tracks.map(({ readyState }) => readyState), last()]).toEqual([['ended', 'ended'], []]);
    expect(sharing.notice.value).toBe('withdrawn');
  });

  it('turns the camera off at once where the withdrawal can’t be recorded yet, and says so', async () => {
    const { sharing, goOffline, last } = open(['camera']);
    await sharing.share();
    goOffline();
    await sharing.stop();
    expect([last(), sharing.notice.value]).toEqual([[], 'untold']);
  });

  it('never shares what was withdrawn while the browser still asked', async () => {
    const { sharing, onAsk, tracks, last } = open(['camera', 'microphone']);
    onAsk(() => sharing.stop());
    await sharing.share();
    expect([tracks.map(({ readyState }) => readyState), last()]).toEqual([['ended', 'ended'], []]);
    expect(sharing.isOpening.value).toBe(false);
  });

  it('ends the camera when its consent is withdrawn elsewhere, and leaves the sound', async () => {
    const { sharing, record, last } = open(['camera', 'microphone']);
    sharing.follow(['camera', 'microphone']);
    await sharing.share();
    record.delete('camera');
    sharing.follow(['microphone']);
    expect(last()).toEqual(['audio']);
  });

  it('adds what is newly allowed while something is shared, and starts nothing by itself', async () => {
    const { sharing, record, tracks, last } = open(['microphone']);
    sharing.follow(['microphone']);
    record.add('camera');
    sharing.follow(['camera', 'microphone']);
    await settle();
    expect(tracks).toEqual([]);
    await sharing.share();
    record.delete('camera');
    sharing.follow(['microphone']);
    record.add('camera');
    sharing.follow(['camera', 'microphone']);
    await settle();
    expect(last()).toEqual(['video', 'audio']);
  });

  it('says that the camera has stopped, and goes on with the sound', async () => {
    const { sharing, tracks, last, told } = open(['camera', 'microphone']);
    await sharing.share();
    tracks[0]!.onended!();
    await settle();
    expect([sharing.faults.value.camera, last(), told]).toEqual(['ended', ['audio'], []]);
  });

  it('records a permission that was withdrawn in the browser', async () => {
    const { sharing, tracks, told } = open(['camera', 'microphone'], ['camera']);
    await sharing.share();
    tracks[0]!.onended!();
    await settle();
    expect([sharing.faults.value.camera, told]).toEqual(['denied', [{ camera: 'revoked' }]]);
  });

  it('records as denied what the browser refuses', async () => {
    const { sharing, onAsk, told } = open(['camera']);
    onAsk(() => Promise.reject(Object.assign(new Error('no'), { name: 'NotAllowedError' })));
    await sharing.share();
    expect([sharing.faults.value.camera, told]).toEqual(['denied', [{ camera: 'denied' }]]);
  });

  it('knows a camera that a call has taken, and when it is back', async () => {
    const { sharing, tracks } = open(['camera']);
    await sharing.share();
    tracks[0]!.muted = true;
    tracks[0]!.onmute!();
    expect(sharing.camera.value).toBe('paused');
    tracks[0]!.muted = false;
    tracks[0]!.onunmute!();
    expect(sharing.camera.value).toBe('on');
  });

  it('stays muted over another start', async () => {
    const { sharing, tracks } = open(['microphone']);
    await sharing.share();
    sharing.mute(true);
    await sharing.share();
    expect([tracks[0]!.readyState, tracks[1]!.enabled, sharing.isMuted.value]).toEqual([
      'ended',
      false,
      true,
    ]);
  });
});
