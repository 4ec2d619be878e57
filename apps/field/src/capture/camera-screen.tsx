import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FieldSessionState, Inspection } from '../inspection.ts';
import type { TakenPhoto } from '../queue/shelf/queue-item.ts';
import type { Queue } from '../queue/queue.ts';
import type { Live } from '../live/live.ts';
import { say } from '../texts/say.ts';
import './capture.css';
import { CheckScreen } from './check-screen.tsx';
import { ConsentQuestion } from './consent-question.tsx';
import { DrawOn, type DrawOnProps } from './draw-on.tsx';
import { keepAwake } from '../media/keep-awake.ts';
import { watchPlace, type PlaceWatch } from '../media/watch-place.ts';
import { nameShot } from '../parts/name-shot.ts';
import { Viewfinder, type Picture } from './viewfinder.tsx';

export type CameraScreenProps = {
  inspection: Inspection;
  /** undefined until it is open. */
  queue: Pick<Queue, 'addPhoto' | 'room'> | undefined;
  live: Pick<Live, 'sharing'>;
  /** The shot that the pictures are for; undefined for any. */
  slot: string | undefined;
  annotating: DrawOnProps['annotating'];
  onDone: () => void;
};

/** Takes photos, and hands each to the queue once the person has looked at it. */
export const CameraScreen = ({ inspection, queue, live, slot, annotating, onDone }: CameraScreenProps) => {
  // A consent that could not be told yet: what is taken waits on the device for it.
  const [isLate, setLate] = useState(false);
  const isOnRecord = inspection.isAllowed('camera');
  if (!isOnRecord && !isLate) {
    const grant = async () => setLate(!(await inspection.tellConsent({ camera: 'granted' })));
    return <ConsentQuestion onGrant={grant} onDone={onDone} />;
  }
  if (!queue) return <p role="status">{say('field.camera.opening')}</p>;
  return <Shooting {...{ inspection, queue, live, slot, annotating, onDone }} isLate={!isOnRecord} />;
};

type ShootingProps = CameraScreenProps & { queue: NonNullable<CameraScreenProps['queue']>; isLate: boolean };

const Shooting = ({ inspection, queue, live, slot, isLate, annotating, onDone }: ShootingProps) => {
  const [photo, setPhoto] = useState<TakenPhoto>();
  const [drawnOn, setDrawnOn] = useState<Blob>();
  const [taken, setTaken] = useState(0);
  const place = usePlaceAwake(inspection);
  const state = inspection.state.value;
  const name = nameShot(state, slot);
  const check = ({ blob, takenAt, isNow }: Picture) =>
    setPhoto({ blob, slot, capturedAt: takenAt, place: isNow ? place.current?.latest() : undefined });
  // One is what was asked for.
  const goOn = () => (slot === undefined ? setDrawnOn(undefined) : onDone());
  const use = async (used: TakenPhoto, toDraw: boolean) => {
    await queue.addPhoto(used);
    setTaken(taken + 1);
    setPhoto(undefined);
    if (toDraw) setDrawnOn(used.blob);
    else goOn();
  };
  if (drawnOn) return <DrawOn {...{ inspection, annotating }} picture={drawnOn} onDone={goOn} />;
  return (
    <div class="capture">
      {/* It stays open below, so that the next picture need not wait for it. */}
      <div class="capture-below" inert={photo !== undefined}>
        <Viewfinder
          shared={live.sharing.value?.getVideoTracks()[0]}
          name={name}
          takes={state.uploads}
          note={sayNote({ isLate, room: queue.room.value, taken, hint: hintOf(state, slot) })}
          onPicture={check}
          onDone={onDone}
        />
      </div>
      {photo && <CheckScreen photo={photo} name={name} onUse={use} onRetake={() => setPhoto(undefined)} />}
    </div>
  );
};

/** While the screen is there, the device stays awake and its place is followed. */
const usePlaceAwake = (inspection: Inspection): RefObject<PlaceWatch | null> => {
  const place = useRef<PlaceWatch>(null);
  useEffect(() => {
    const letSleep = keepAwake();
    const watch = watchPlace(() => inspection.isAllowed('gps'));
    place.current = watch;
    return () => {
      letSleep();
      watch.stop();
    };
  }, []);
  return place;
};

type Note = { isLate: boolean; room: Queue['room']['value']; taken: number; hint: string };

/** How the shot is to be taken, as long as nothing is more pressing. */
const hintOf = ({ session }: FieldSessionState, slot: string | undefined): string =>
  session.shots.find((shot) => shot.slot === slot)?.hint ?? '';

const sayNote = ({ isLate, room, taken, hint }: Note): string => {
  if (isLate) return say('field.camera.consent_later');
  if (room !== 'enough') return say(`field.queue.room_${room}`);
  return taken > 0 ? say('field.camera.kept', { count: taken }) : hint;
};
