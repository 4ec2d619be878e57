import { useEffect, useRef, useState } from 'preact/hooks';
import { say } from '../texts/say.ts';
import { CameraControls } from './camera-controls.tsx';
import { FilePicker } from './file-picker.tsx';
import { takePicture } from './take-picture.ts';
import { toPhoto, type Takes } from './to-photo.ts';
import { useCamera } from './use-camera.ts';

/** A picture, and when it was taken; `isNow` where it was taken this moment, and so where the device is. */
export type Picture = { blob: Blob; takenAt: Date; isNow: boolean };

export type ViewfinderProps = {
  /** The shot that it is for, in its words. */
  slot: string | undefined;
  takes: Takes;
  /** How many were taken here. */
  taken: number;
  isLate: boolean;
  onPicture: (picture: Picture) => void;
  onDone: () => void;
};

const FRESH_MS = 60_000;

/** What the camera sees, and the shutter. Where it sees nothing, it says why, and how to go on. */
export const Viewfinder = ({ slot, takes, taken, isLate, onPicture, onDone }: ViewfinderProps) => {
  const camera = useCamera();
  const { track, trouble } = camera;
  const video = useRef<HTMLVideoElement>(null);
  const shutter = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<'unreadable' | 'not_taken'>();
  useEffect(() => {
    if (!track || !video.current) return;
    video.current.srcObject = new MediaStream([track]);
    shutter.current?.focus();
  }, [track]);
  const bring = async (fails: 'unreadable' | 'not_taken', make: () => Promise<Picture>) => {
    setBusy(true);
    setFault(undefined);
    try {
      onPicture(await make());
    } catch {
      setFault(fails);
    } finally {
      setBusy(false);
    }
  };
  const take = () =>
    bring('not_taken', async () => {
      const takenAt = new Date();
      return { blob: await takePicture(track!, video.current!, takes), takenAt, isNow: true };
    });
  const pick = (file: File) =>
    bring('unreadable', async () => {
      const takenAt = new Date(file.lastModified);
      const isNow = Date.now() - file.lastModified < FRESH_MS;
      return { blob: await toPhoto(file, takes), takenAt, isNow };
    });
  return (
    <section class="capture-viewfinder" aria-label={say('field.camera.title')}>
      <header>
        <button type="button" onClick={onDone}>
          {say('field.camera.back')}
        </button>
        <h1>{slot ?? say('field.camera.free')}</h1>
      </header>
      {track && <video ref={video} playsInline muted autoPlay aria-label={say('field.camera.preview')} />}
      {!track && <CameraNote camera={camera} onPicked={pick} />}
      <p role="status" class="capture-status">
        {sayStatus({ fault, isPaused: camera.isPaused, isLate, taken })}
      </p>
      <footer>
        {track && camera.hasOther && (
          <button type="button" class="capture-round" onClick={camera.flip}>
            {say('field.camera.flip')}
          </button>
        )}
        {track && (
          <button
            ref={shutter}
            type="button"
            class="capture-shutter"
            aria-label={say('field.camera.shutter')}
            disabled={isBusy || camera.isPaused}
            onClick={() => void take()}
          />
        )}
        {track && <CameraControls key={track.id} track={track} />}
        {camera.isPaused && !trouble && <FilePicker onPicked={(file) => void pick(file)} />}
      </footer>
    </section>
  );
};

type CameraNoteProps = { camera: ReturnType<typeof useCamera>; onPicked: (file: File) => void };

const CameraNote = ({ camera: { trouble, open }, onPicked }: CameraNoteProps) => {
  if (!trouble) return <p class="capture-note">{say('field.camera.opening')}</p>;
  return (
    <div class="capture-note">
      <p role="alert">{say(`field.camera.trouble_${trouble}`)}</p>
      <FilePicker onPicked={onPicked} />
      {trouble !== 'missing' && (
        <button type="button" onClick={open}>
          {say('field.camera.try_again')}
        </button>
      )}
    </div>
  );
};

type Status = { fault: string | undefined; isPaused: boolean; isLate: boolean; taken: number };

const sayStatus = ({ fault, isPaused, isLate, taken }: Status): string => {
  if (fault) return say(`field.camera.${fault}`);
  if (isPaused) return say('field.camera.paused');
  if (isLate) return say('field.camera.consent_later');
  return taken > 0 ? say('field.camera.kept', { count: taken }) : '';
};
