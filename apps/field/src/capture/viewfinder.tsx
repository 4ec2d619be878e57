import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '@field-inspection/ui';
import { say } from '../texts/say.ts';
import { CameraControls } from './camera-controls.tsx';
import { FilePicker } from './file-picker.tsx';
import { takePicture } from '../media/take-still.ts';
import { readFile, type Takes } from '../media/to-photo.ts';
import { type Camera, useCamera } from './use-camera.ts';

/** `isNow`: the picture was taken at this moment, so the device's location is the picture's. */
export type Picture = { blob: Blob; takenAt: Date; isNow: boolean };

export type ViewfinderProps = {
  shared: MediaStreamTrack | undefined;
  name: string;
  takes: Takes;
  note: string;
  onPicture: (picture: Picture) => void;
  onConsent: () => void;
  onDone: () => void;
};

const FRESH_MS = 60_000;

export const Viewfinder = (props: ViewfinderProps) => {
  const { shared, name, takes, note, onPicture, onConsent, onDone } = props;
  const camera = useCamera(shared);
  const { track, isPaused } = camera;
  const video = useRef<HTMLVideoElement>(null);
  const { work, fault, bring } = useBringing(onPicture);
  const isShut = work !== undefined;
  useEffect(() => {
    if (track && video.current) video.current.srcObject = new MediaStream([track]);
  }, [track]);
  const take = () =>
    bring('taking', async () => {
      const takenAt = new Date();
      return { blob: (await takePicture(track!, takes)).blob, takenAt, isNow: true };
    });
  const pick = (file: File) => bring('reading', () => readPicture(file, takes));
  return (
    <section class="capture-viewfinder">
      <header>
        <Button onTap={onDone}>{say('field.home.back')}</Button>
        <button type="button" class="button capture-allowed" onClick={onConsent}>
          {say('field.home.allowed')}
        </button>
        <h1 class="heading" dir="auto">
          {name}
        </h1>
      </header>
      {track && <video ref={video} playsInline muted autoPlay aria-label={say('field.camera.preview')} />}
      {!track && (
        <CameraNote
          camera={camera}
          fault={fault && say(`field.camera.${fault}`)}
          onPicked={pick}
          isShut={isShut}
        />
      )}
      <p role="status" class="text capture-status" dir="auto">
        {sayStatus({ work, fault: track && fault, isPaused }) ?? note}
      </p>
      {track && (
        <footer>
          {camera.hasOther && <Button onTap={camera.flip}>{say('field.camera.flip')}</Button>}
          <Shutter isDisabled={isShut || isPaused} onTap={take} />
          <CameraControls key={track.id} track={track} />
          {isPaused && <FilePicker onPicked={pick} isShut={isShut} />}
        </footer>
      )}
    </section>
  );
};

type Work = 'taking' | 'reading';
type Fault = 'unreadable' | 'not_taken';

const FAULTS: Record<Work, Fault> = { taking: 'not_taken', reading: 'unreadable' };

const useBringing = (onPicture: (picture: Picture) => void) => {
  const [work, setWork] = useState<Work>();
  const [fault, setFault] = useState<Fault>();
  const bring = (next: Work, make: () => Promise<Picture>) => {
    setWork(next);
    setFault(undefined);
    make()
      .then(onPicture, () => setFault(FAULTS[next]))
      .finally(() => setWork(undefined));
  };
  return { work, fault, bring };
};

const readPicture = async (file: File, takes: Takes): Promise<Picture> => ({
  blob: await readFile(file, takes),
  takenAt: new Date(file.lastModified),
  isNow: Date.now() - file.lastModified < FRESH_MS,
});

/** The shutter takes the focus, so that any key takes the photo. */
const Shutter = ({ isDisabled, onTap }: { isDisabled: boolean; onTap: () => void }) => {
  const button = useRef<HTMLButtonElement>(null);
  // The button is in view anyway: scrolling on a small screen would push the way back out of sight.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <button
      ref={button}
      type="button"
      class="button capture-shutter"
      aria-label={say('field.camera.shutter')}
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onTap()}
    />
  );
};

type Status = { work: Work | undefined; fault: Fault | undefined; isPaused: boolean };

const sayStatus = ({ work, fault, isPaused }: Status): string | undefined => {
  if (work === 'reading') return say('field.camera.reading');
  if (fault) return say(`field.camera.${fault}`);
  return isPaused ? say('field.camera.paused') : undefined;
};

type CameraNoteProps = {
  camera: Pick<Camera, 'trouble' | 'open'>;
  fault: string | undefined;
  onPicked: (file: File) => void;
  isShut: boolean;
};

const CameraNote = ({ camera: { trouble, open }, fault, onPicked, isShut }: CameraNoteProps) => {
  if (!trouble) return <p class="text capture-note">{say('field.camera.opening')}</p>;
  return (
    <div class="capture-note">
      <p class="text" role="alert">
        {fault ?? say(`field.camera.trouble_${trouble}`)}
      </p>
      <FilePicker {...{ onPicked, isShut }} />
      {trouble !== 'missing' && <Button onTap={open}>{say('field.refused.retry')}</Button>}
    </div>
  );
};
