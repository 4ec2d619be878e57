import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Spoken } from '@field-inspection/ui';
import type { FieldSessionState, Inspection } from '../inspection.ts';
import type { TakenPhoto } from '../queue/shelf/queue-item.ts';
import type { Queue } from '../queue/queue.ts';
import type { Live } from '../live/live.ts';
import { say } from '../texts/say.ts';
import './capture.css';
import { CheckScreen } from './check-screen.tsx';
import { ConsentQuestion } from './consent-question.tsx';
import { Cover } from './cover.tsx';
import { keepAwake } from '../media/keep-awake.ts';
import { watchLocation, type LocationWatch } from '../media/watch-location.ts';
import { DrawOn, type DrawOnProps } from '../parts/draw-on.tsx';
import { nameShot } from '../parts/name-pieces.ts';
import type { Steps } from '../parts/steps.ts';
import { Viewfinder, type Picture } from './viewfinder.tsx';

export type CameraScreenProps = {
  inspection: Inspection;
  queue: Pick<Queue, 'items' | 'refused' | 'addPhoto' | 'holdPhoto' | 'remove' | 'space'> | undefined;
  live: Pick<Live, 'sharing' | 'isStillNew'>;
  /** undefined: the pictures are for no shot in particular. */
  slot: string | undefined;
  annotating: Pick<DrawOnProps, 'load'>;
  steps: Steps;
  onConsent: () => void;
  onDone: () => void;
};

/** A photo goes to the queue only once the person has looked at it. */
export const CameraScreen = ({ queue, ...props }: CameraScreenProps) => {
  const { inspection, onConsent, onDone } = props;
  // Photos wait on the device while a consent is not on record yet.
  const [isLate, setLate] = useState(false);
  const isOnRecord = inspection.isAllowed('camera');
  if (!isOnRecord && !isLate) {
    const grant = async () => setLate(!(await inspection.tellConsent({ camera: 'granted' })));
    return <ConsentQuestion onGrant={grant} onConsent={onConsent} onDone={onDone} />;
  }
  if (!queue) return <Spoken>{say('field.camera.opening')}</Spoken>;
  return <Shooting {...props} queue={queue} isLate={!isOnRecord} />;
};

type ShootingProps = CameraScreenProps & { queue: NonNullable<CameraScreenProps['queue']>; isLate: boolean };

const Shooting = (props: ShootingProps) => {
  const { inspection, queue, live, slot, isLate, annotating, steps, onConsent, onDone } = props;
  const { step, checked, drawnOn } = steps;
  const [{ taken, isUsed }, setTaken] = useState({ taken: 0, isUsed: false });
  const { fix, isDenied } = useLocationAwake(inspection);
  const state = inspection.state.value;
  const name = nameShot(state, slot);
  const photo = step === 'check' ? checked.value : undefined;
  const check = ({ blob, takenAt, isNow }: Picture) => {
    const location = isNow ? fix.current?.latest() : undefined;
    const shot = { blob, slot, capturedAt: takenAt, location };
    // A person who goes back now, or whose tab is killed, finds the photo again. A failure to hold it is told once the
    // photo is used.
    checked.value = { ...shot, held: queue.holdPhoto(shot).catch(() => undefined) };
    setTaken({ taken, isUsed: false });
    steps.open('check');
  };
  const goOn = async () => (slot === undefined ? steps.close() : onDone());
  const use = async (used: TakenPhoto, toDraw: boolean) => {
    await checked.value?.held;
    await queue.addPhoto(used, toDraw);
    setTaken({ taken: taken + 1, isUsed: true });
    drawnOn.value = toDraw ? used.blob : undefined;
    if (toDraw) steps.open('annotate');
    else await goOn();
    checked.value = undefined;
  };
  const retake = async () => {
    const id = await checked.value?.held;
    if (id) await queue.remove(id);
    await steps.close();
    checked.value = undefined;
  };
  if (step === 'annotate' && drawnOn.value)
    return (
      <DrawOn
        inspection={inspection}
        load={annotating.load}
        picture={drawnOn.value}
        onDone={() => void goOn()}
      />
    );
  // After a use, a note about an unused photo would seem to mean the used one.
  const isHeld = !isUsed && queue.items.value.some((item) => item.state === 'held' && item.slot === slot);
  return (
    <Cover kind="capture">
      {/* The viewfinder stays open below, so that the next picture need not wait for the camera. */}
      <div class="capture-below" inert={photo !== undefined}>
        <Viewfinder
          shared={live.sharing.value?.getVideoTracks()[0]}
          name={name}
          takes={state.uploads}
          note={sayNote({ live, queue, isLate, isDenied, isHeld, taken, hint: hintOf(state, slot) })}
          onPicture={check}
          onConsent={onConsent}
          onDone={onDone}
        />
      </div>
      {photo && <CheckScreen {...{ photo, name, onConsent }} onUse={use} onRetake={() => void retake()} />}
    </Cover>
  );
};

/** While the screen is there, the device stays awake and its location is followed. */
type LocationAwake = { fix: RefObject<LocationWatch | null>; isDenied: boolean };

const useLocationAwake = (inspection: Inspection): LocationAwake => {
  const fix = useRef<LocationWatch>(null);
  const [isDenied, setDenied] = useState(false);
  useEffect(() => {
    const letSleep = keepAwake();
    const isAllowed = () => inspection.isAllowed('gps');
    // The record follows the browser's refusal of the location, as it does for the camera.
    const watch = watchLocation(isAllowed, () => {
      setDenied(true);
      void inspection.tellConsent({ gps: 'denied' });
    });
    fix.current = watch;
    return () => {
      letSleep();
      watch.stop();
    };
  }, []);
  return { fix, isDenied };
};

type Note = Pick<ShootingProps, 'live' | 'queue' | 'isLate'> & {
  isDenied: boolean;
  isHeld: boolean;
  taken: number;
  hint: string;
};

const hintOf = ({ session }: FieldSessionState, slot: string | undefined): string =>
  session.shots.find((shot) => shot.slot === slot)?.hint ?? '';

const sayNote = ({ live, queue, isLate, isDenied, isHeld, taken, hint }: Note): string => {
  const space = queue.space.value;
  if (live.isStillNew.value) return say('field.live.still_taken');
  if (isLate) return say('field.camera.consent_later');
  if (space !== 'enough') return say(`field.queue.room_${space}`);
  if (isDenied && taken === 0) return say('field.camera.place_denied');
  if (isHeld) return say('field.queue.state_held');
  const words = taken > 0 ? say('field.camera.kept', { count: taken }) : hint;
  const refused = queue.refused.value;
  return refused > 0 ? `${say('field.queue.not_sent', { count: refused })} ${words}` : words;
};
