import { describe, expect, it } from 'vitest';
import { openSources, type Devices } from './open-sources.ts';

const BOTH = { camera: true, microphone: true };
const fault = (name: string) => Object.assign(new Error(name), { name });

const open = (faults: { camera?: string; microphone?: string } = {}, denied: string[] = []) => {
  const asked: string[] = [];
  const devices: Devices = {
    getUserMedia: async ({ video, audio }) => {
      asked.push([video && 'camera', audio && 'microphone'].filter(Boolean).join('+'));
      const name = (video && faults.camera) || (audio && faults.microphone);
      if (name) throw fault(name);
      const tracks = [...(video ? [{ kind: 'video' }] : []), ...(audio ? [{ kind: 'audio' }] : [])];
      return { getTracks: () => tracks } as unknown as MediaStream;
    },
    isDenied: async (name) => denied.includes(name),
  };
  return { devices, asked };
};
const kinds = async (...given: Parameters<typeof openSources>) => {
  const { tracks, camera, microphone } = await openSources(...given);
  return [tracks.map(({ kind }) => kind), camera, microphone];
};

describe('openSources', () => {
  it('asks once for what is wanted, and for nothing else', async () => {
    const { devices, asked } = open();
    expect(await kinds(BOTH, devices)).toEqual([['video', 'audio'], undefined, undefined]);
    expect(await kinds({ camera: false, microphone: true }, devices)).toEqual([
      ['audio'],
      undefined,
      undefined,
    ]);
    expect(asked).toEqual(['camera+microphone', 'microphone']);
  });

  it.each([
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'in_use'],
    ['AbortError', 'in_use'],
    ['OverconstrainedError', 'missing'],
    ['TypeError', 'failed'],
  ])('gives the picture without sound where the microphone has %s', async (name, told) => {
    const { devices } = open({ microphone: name });
    expect(await kinds(BOTH, devices)).toEqual([['video'], undefined, told]);
  });

  it('gives the sound without a picture where the camera is in use', async () => {
    const { devices } = open({ camera: 'NotReadableError' });
    expect(await kinds(BOTH, devices)).toEqual([['audio'], 'in_use', undefined]);
  });

  it('does not ask again after a no, and tells both as denied', async () => {
    const { devices, asked } = open({ camera: 'NotAllowedError', microphone: 'NotAllowedError' });
    expect(await kinds(BOTH, devices)).toEqual([[], 'denied', 'denied']);
    expect(asked).toHaveLength(1);
  });

  it('opens the other where the browser denies one by its settings', async () => {
    const { devices, asked } = open({ camera: 'NotAllowedError' }, ['camera']);
    expect(await kinds(BOTH, devices)).toEqual([['audio'], 'denied', undefined]);
    expect(asked).toEqual(['camera+microphone', 'microphone']);
  });

  it('tells each fault by itself where neither can be had', async () => {
    const { devices } = open({ camera: 'NotReadableError', microphone: 'NotFoundError' });
    expect(await kinds(BOTH, devices)).toEqual([[], 'in_use', 'missing']);
  });

  it('says so where the browser gives no devices at all', async () => {
    const devices: Devices = { getUserMedia: undefined, isDenied: async () => false };
    expect(await kinds({ camera: true, microphone: false }, devices)).toEqual([[], 'unsupported', undefined]);
  });
});
