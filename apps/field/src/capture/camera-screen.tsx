import { useEffect, useRef, useState } from 'preact/hooks';
import type { Inspection } from '../inspection.ts';
import type { TakenPhoto } from '../queue/queue-item.ts';
import type { Queue } from '../queue/queue.ts';
import './capture.css';
import { CheckScreen } from './check-screen.tsx';
import { ConsentQuestion } from './consent-question.tsx';
import { keepAwake } from './keep-awake.ts';
import { Viewfinder, type Picture } from './viewfinder.tsx';
import { watchPlace, type PlaceWatch } from './watch-place.ts';

export type CameraScreenProps = {
  inspection: Inspection;
  queue: Pick<Queue, 'addPhoto'>;
  /** The shot that the pictures are for; undefined for any. */
  slot: string | undefined;
  onDone: () => void;
};

/** Takes photos, and hands each to the queue once the person has looked at it. */
export const CameraScreen = ({ inspection, queue, slot, onDone }: CameraScreenProps) => {
  // A consent that could not be told yet: what is taken waits on the device for it.
  const [isLate, setLate] = useState(false);
  const [photo, setPhoto] = useState<TakenPhoto>();
  const [taken, setTaken] = useState(0);
  const isOnRecord = inspection.isAllowed('camera');
  const isAllowed = isOnRecord || isLate;
  const place = useRef<PlaceWatch>(undefined);
  useEffect(() => {
    if (!isAllowed) return;
    const letSleep = keepAwake();
    const watch = watchPlace(() => inspection.isAllowed('gps'));
    place.current = watch;
    return () => {
      letSleep();
      watch.stop();
    };
  }, [isAllowed]);
  if (!isAllowed) {
    const grant = async () => setLate(!(await inspection.tellConsent({ camera: 'granted' })));
    return <ConsentQuestion onGrant={grant} onDone={onDone} />;
  }
  const check = ({ blob, takenAt, isNow }: Picture) =>
    setPhoto({ blob, slot, capturedAt: takenAt, place: isNow ? place.current?.latest() : undefined });
  const use = async (used: TakenPhoto) => {
    await queue.addPhoto(used);
    setTaken(taken + 1);
    setPhoto(undefined);
    // One is what was asked for.
    if (slot !== undefined) onDone();
  };
  return (
    <div class="capture">
      {/* It stays open below, so that the next picture need not wait for it. */}
      <div class="capture-below" hidden={photo !== undefined}>
        <Viewfinder
          slot={slot}
          takes={inspection.state.value.uploads}
          taken={taken}
          isLate={isLate && !isOnRecord}
          onPicture={check}
          onDone={onDone}
        />
      </div>
      {photo && <CheckScreen photo={photo} onUse={use} onRetake={() => setPhoto(undefined)} />}
    </div>
  );
};
