import { useEffect, useState } from 'preact/hooks';
import { CameraError, countCameras, openCamera, type CameraTrouble, type Facing } from './open-camera.ts';

export type Camera = {
  track: MediaStreamTrack | undefined;
  trouble: CameraTrouble | undefined;
  /** It gives no picture for now, as while a call has it. */
  isPaused: boolean;
  hasOther: boolean;
  flip: () => void;
  open: () => void;
};

/** What a person who comes back may have put right meanwhile. */
const PASSING: readonly (CameraTrouble | undefined)[] = ['ended', 'busy', 'denied'];

/** A camera that is open while its screen is, and opened again when the person comes back and it is gone. */
export const useCamera = (): Camera => {
  const [facing, setFacing] = useState<Facing>('environment');
  const [tries, setTries] = useState(0);
  const [{ track, trouble }, setFound] = useState<Pick<Partial<Camera>, 'track' | 'trouble'>>({});
  const [isPaused, setPaused] = useState(false);
  const [cameras, setCameras] = useState(0);
  const open = () => setTries((before) => before + 1);
  useEffect(() => {
    const closing = new AbortController();
    setFound({});
    setPaused(false);
    void openFor(closing.signal, facing, { setFound, setPaused, setCameras });
    return () => closing.abort();
  }, [facing, tries]);
  useEffect(() => {
    const look = () => {
      const isGone = PASSING.includes(trouble) || track?.readyState === 'ended';
      if (document.visibilityState === 'visible' && isGone) open();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [track, trouble]);
  const flip = () => setFacing((before) => (before === 'user' ? 'environment' : 'user'));
  return { track, trouble, isPaused, hasOther: cameras > 1, flip, open };
};

type Setters = {
  setFound: (found: { track?: MediaStreamTrack; trouble?: CameraTrouble }) => void;
  setPaused: (isPaused: boolean) => void;
  setCameras: (cameras: number) => void;
};

const openFor = async (
  signal: AbortSignal,
  facing: Facing,
  { setFound, setPaused, setCameras }: Setters,
): Promise<void> => {
  try {
    const track = await openCamera(facing);
    signal.addEventListener('abort', () => track.stop());
    if (signal.aborted) return track.stop();
    track.addEventListener('ended', () => signal.aborted || setFound({ trouble: 'ended' }));
    track.addEventListener('mute', () => setPaused(true));
    track.addEventListener('unmute', () => setPaused(false));
    setPaused(track.muted);
    setFound({ track });
    setCameras(await countCameras());
  } catch (error) {
    if (!signal.aborted) setFound({ trouble: error instanceof CameraError ? error.trouble : 'failed' });
  }
};
