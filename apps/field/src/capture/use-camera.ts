import { useEffect, useState } from 'preact/hooks';
import {
  type CameraChoice,
  CameraError,
  type CameraTrouble,
  type KnownCamera,
  listCameras,
  openCamera,
  pickNextCamera,
} from '../media/open-camera.ts';

export type Camera = {
  track: MediaStreamTrack | undefined;
  trouble: CameraTrouble | undefined;
  /** True while the camera gives no picture, as while a call has it. */
  isPaused: boolean;
  hasOther: boolean;
  flip: () => void;
  open: () => void;
};

const AWAY: CameraChoice = { facing: 'environment' };

/** Troubles that may be over when the person comes back to the page. */
const PASSING: readonly (CameraTrouble | undefined)[] = ['ended', 'busy', 'denied'];

/**
 * Keeps a camera open while its screen is shown, and opens it again when the person comes back and the camera is gone.
 *
 * @param shared the running camera of the live picture, used as it is: phones open a camera only once
 */
export const useCamera = (shared: MediaStreamTrack | undefined): Camera => {
  const [choice, setChoice] = useState<CameraChoice>(AWAY);
  const [tries, setTries] = useState(0);
  const [{ track, trouble }, setFound] = useState<Pick<Partial<Camera>, 'track' | 'trouble'>>({});
  const [isPaused, setPaused] = useState(false);
  const [cameras, setCameras] = useState<readonly KnownCamera[]>([]);
  const open = () => {
    // The chosen camera is no longer there.
    if (trouble === 'none') setChoice(AWAY);
    setTries((before) => before + 1);
  };
  useEffect(() => {
    const closing = new AbortController();
    setFound({});
    void openFor(closing.signal, { choice, shared }, { setFound, setPaused, setCameras });
    return () => closing.abort();
  }, [choice, shared, tries]);
  useEffect(() => {
    const look = () => {
      const isGone = PASSING.includes(trouble) || track?.readyState === 'ended';
      if (document.visibilityState === 'visible' && isGone) open();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [track, trouble]);
  const flip = () => setChoice(pickNextCamera(track?.getSettings().deviceId, cameras));
  return { track, trouble, isPaused, hasOther: !shared && cameras.length > 1, flip, open };
};

type Wanted = { choice: CameraChoice; shared: MediaStreamTrack | undefined };

type Setters = {
  setFound: (found: { track?: MediaStreamTrack; trouble?: CameraTrouble }) => void;
  setPaused: (isPaused: boolean) => void;
  setCameras: (cameras: readonly KnownCamera[]) => void;
};

const openFor = async (
  signal: AbortSignal,
  { choice, shared }: Wanted,
  { setFound, setPaused, setCameras }: Setters,
): Promise<void> => {
  try {
    const track = shared ?? (await openCamera(choice));
    const release = (): void => void (track === shared || track.stop());
    if (signal.aborted) return release();
    signal.addEventListener('abort', release);
    track.addEventListener('ended', () => setFound({ trouble: 'ended' }), { signal });
    track.addEventListener('mute', () => setPaused(true), { signal });
    track.addEventListener('unmute', () => setPaused(false), { signal });
    setPaused(track.muted);
    setFound({ track });
    setCameras(await listCameras());
  } catch (error) {
    if (!signal.aborted) setFound({ trouble: error instanceof CameraError ? error.trouble : 'failed' });
  }
};
