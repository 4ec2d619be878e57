import { Button, Heading, Spoken } from '@field-inspection/ui';
import type { ReadonlySignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { FieldSessionState, Inspection } from '../inspection.ts';
import { DrawOn, type DrawOnProps } from '../parts/draw-on.tsx';
import { kindOf, nameDrawing, nameShot } from '../parts/name-pieces.ts';
import type { Steps } from '../parts/steps.ts';
import { say } from '../texts/say.ts';
import { countPhotos } from './count-photos.ts';
import { DrawingEntry, type LeftDrawingState } from './drawing-entry.tsx';
import { QueueEntry } from './queue-entry.tsx';
import { QueueList } from './queue-list.tsx';
import type { Queue } from './queue.ts';
import type { QueueItem, Trouble } from './shelf/queue-item.ts';
import './queue.css';

export type QueueScreenProps = {
  inspection: DrawOnProps['inspection'] & Pick<Inspection, 'state' | 'tellConsent'>;
  queue: Queue | undefined;
  slot: string | undefined;
  annotating: Pick<DrawOnProps, 'load'>;
  drawings: {
    left: ReadonlySignal<readonly LeftDrawingState[]>;
    unsent: ReadonlySignal<number>;
    forget: (sha256: string) => void;
  };
  steps: Steps;
  onOpen: (name: 'sketch' | 'sign') => void;
  onDone: () => void;
};

export const QueueScreen = (props: QueueScreenProps) => {
  const { inspection, queue, slot, annotating, drawings, steps, onOpen, onDone } = props;
  const { step, drawnOn } = steps;
  const { load } = annotating;
  if (step === 'annotate' && drawnOn.value)
    return <DrawOn {...{ inspection, load }} picture={drawnOn.value} onDone={() => void steps.close()} />;
  if (!queue) return <Spoken>{say('field.queue.state_waiting')}</Spoken>;
  const unsent = drawings.unsent.value;
  const items = queue.items.value.filter((item) => slot === undefined || item.slot === slot);
  const left = drawings.left.value.map((drawing) => ({
    drawing,
    photo: items.find(({ kind, sha256 }) => kind === 'photo' && sha256 === drawing.name),
  }));
  const remove = async (id: string, sha256: string) => {
    await queue.remove(id);
    drawings.forget(sha256);
  };
  const draw = async (name: string, id: string | undefined) => {
    if (id === undefined) return onOpen(name === 'signature' ? 'sign' : 'sketch');
    drawnOn.value = await queue.openContent(id);
    if (drawnOn.value) steps.open('annotate');
  };
  return (
    <section class="part queue">
      <Heading>{say('field.home.photos')}</Heading>
      <Spoken>{sayTotal(items, left.length)}</Spoken>
      {unsent > 0 && <p class="text">{say('field.queue.drawings', { count: unsent })}</p>}
      <QueueTrouble inspection={inspection} queue={queue} />
      <QueueList ids={[...left.map(({ drawing }) => drawing.name), ...items.map(({ id }) => id)]}>
        {left.map(({ drawing, photo }) => (
          <DrawingEntry
            key={drawing.name}
            {...{ drawing, photo, queue }}
            title={nameItem(inspection.state.value, { kind: kindOf(drawing.name), slot: photo?.slot })}
            onOpen={() => void draw(drawing.name, photo?.id)}
          />
        ))}
        {[...items].reverse().map((item) => (
          <QueueEntry
            key={item.id}
            item={queue.trouble.value ? pause(item) : item}
            name={nameItem(inspection.state.value, item)}
            queue={{ ...queue, remove: (id) => remove(id, item.sha256) }}
          />
        ))}
      </QueueList>
      <Button onTap={onDone}>{say('field.home.back')}</Button>
    </section>
  );
};

/** Nothing is said to be sent while the screen says why it is not. */
const pause = (item: QueueItem): QueueItem =>
  item.state === 'uploading' ? { ...item, state: 'waiting' } : item;

const sayTotal = (all: readonly QueueItem[], drawings: number): string => {
  const { unsent, refused, stored } = countPhotos(all);
  if (unsent + refused > 0)
    return [
      unsent > 0 && say('field.queue.unsent', { count: unsent }),
      refused > 0 && say('field.queue.not_sent', { count: refused }),
    ]
      .filter(Boolean)
      .join(' ');
  if (stored > 0) return say('field.queue.all_stored', { count: stored });
  return drawings > 0 ? '' : say('field.queue.empty');
};

const QueueTrouble = ({ inspection, queue }: Pick<QueueScreenProps, 'inspection'> & { queue: Queue }) => {
  const [isBusy, setBusy] = useState(false);
  const trouble = queue.trouble.value;
  const space = queue.space.value;
  const grant = async () => {
    setBusy(true);
    await inspection.tellConsent({ camera: 'granted' });
    await queue.sendAgain();
    setBusy(false);
  };
  return (
    <>
      {space !== 'enough' && <p class="text queue-note">{say(`field.queue.room_${space}`)}</p>}
      {trouble && <p class="text queue-note">{sayTrouble(trouble)}</p>}
      {trouble === 'consent' && (
        <button type="button" class="button" disabled={isBusy} onClick={() => void grant()}>
          {say('field.camera.consent_button')}
        </button>
      )}
      {trouble === 'again' && (
        <Button onTap={() => void queue.sendAgain()}>{say('field.queue.send_again')}</Button>
      )}
    </>
  );
};

const sayTrouble = (trouble: Trouble): string =>
  trouble === 'again' ? say('field.refused.unexpected') : say(`field.queue.trouble_${trouble}`);

const nameItem = (state: FieldSessionState, { kind, slot }: Pick<QueueItem, 'kind' | 'slot'>): string =>
  kind === 'photo' ? nameShot(state, slot) : nameDrawing(kind, slot && nameShot(state, slot));
