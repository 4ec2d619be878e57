export type SourceFault = 'unsupported' | 'denied' | 'missing' | 'in_use' | 'ended' | 'failed';

export type Facing = 'environment' | 'user';

/** `facing`: where the camera looks, if there is one that does; the scene unless the person turns it. */
export type Wanted = { camera: boolean; microphone: boolean; facing?: Facing };

export type Opened = {
  tracks: MediaStreamTrack[];
  camera: SourceFault | undefined;
  microphone: SourceFault | undefined;
};

export type Devices = {
  getUserMedia: ((constraints: MediaStreamConstraints) => Promise<MediaStream>) | undefined;
  isDenied: (name: 'camera' | 'microphone') => Promise<boolean>;
};

/** An operator's screen shows no more than that; a still is taken at the camera's own resolution. */
const WIDTH: MediaTrackConstraints = { width: { ideal: 1280 } };
const MICROPHONE: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true };

/** A picture without sound is better than none, and so is sound without a picture. */
export const openSources = async (wanted: Wanted, devices: Devices): Promise<Opened> => {
  const { getUserMedia } = devices;
  if (!getUserMedia) return fail(wanted, 'unsupported');
  const ask = async (some: Wanted): Promise<Opened> => {
    try {
      const stream = await getUserMedia({
        ...(some.camera && { video: { facingMode: wanted.facing ?? 'environment', ...WIDTH } }),
        ...(some.microphone && { audio: MICROPHONE }),
      });
      return { tracks: stream.getTracks(), camera: undefined, microphone: undefined };
    } catch (error) {
      return fail(some, nameFault(error));
    }
  };
  const both = await ask(wanted);
  if (both.tracks.length > 0 || !wanted.camera || !wanted.microphone) return both;
  // Only the other source is asked for: a person who has just said no is not asked again.
  const isRefused = both.camera === 'denied';
  const [noCamera, noMicrophone] = [await devices.isDenied('camera'), await devices.isDenied('microphone')];
  if (isRefused && noCamera === noMicrophone) return both;
  const camera = isRefused && noCamera ? undefined : await ask({ camera: true, microphone: false });
  const microphone = isRefused && noMicrophone ? undefined : await ask({ camera: false, microphone: true });
  return {
    tracks: [...(camera?.tracks ?? []), ...(microphone?.tracks ?? [])],
    camera: camera ? camera.camera : 'denied',
    microphone: microphone ? microphone.microphone : 'denied',
  };
};

const fail = ({ camera, microphone }: Wanted, fault: SourceFault): Opened => ({
  tracks: [],
  camera: camera ? fault : undefined,
  microphone: microphone ? fault : undefined,
});

const FAULTS: Record<string, SourceFault> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'in_use',
  AbortError: 'in_use',
};

const nameFault = (error: unknown): SourceFault =>
  FAULTS[error instanceof Error ? error.name : ''] ?? 'failed';
