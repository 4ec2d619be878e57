import type { ReadonlySignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { DrawOn, type DrawOnProps } from '../parts/draw-on.tsx';
import { nameItem } from '../parts/name-item.ts';
import type { Steps } from '../parts/steps.ts';
import type { Inspection } from '../inspection.ts';
import { Heading } from '../parts/heading.tsx';
import { say } from '../texts/say.ts';
import { QueueEntry } from './queue-entry.tsx';
import type { QueueItem, Trouble } from './shelf/queue-item.ts';
import type { Queue } from './queue.ts';
import './queue.css';

export type QueueScreenProps = {
  inspection: DrawOnProps['inspection'] & Pick<Inspection, 'state' | 'tellConsent'>;
  /** undefined until it is open. */
  queue: Queue | undefined;
  /** Only what was taken for this shot; everything without it. */
  slot: string | undefined;
  annotating: Pick<DrawOnProps, 'load'> & {
    annotations: {
      unsent: ReadonlySignal<number>;
      open: ReadonlySignal<readonly string[]>;
      forget: (sha256: string) => void;
    };
  };
  steps: Steps;
  onDone: () => void;
};

/** What was taken on this device, and how far each piece is on its way. */
export const QueueScreen = (props: QueueScreenProps) => {
  const { inspection, queue, slot, annotating, steps, onDone } = props;
  const { step, drawnOn } = steps;
  const { load, annotations } = annotating;
  if (step === 'annotate' && drawnOn.value)
    return <DrawOn {...{ inspection, load }} picture={drawnOn.value} onDone={() => void steps.close()} />;
  if (!queue) return <p role="status">{say('field.queue.state_waiting')}</p>;
  const drawings = annotations.unsent.value;
  const items = queue.items.value.filter((item) => slot === undefined || item.slot === slot);
  const remove = async (id: string, sha256: string) => {
    await queue.remove(id);
    annotations.forget(sha256);
  };
  const draw = async (id: string) => {
    drawnOn.value = await queue.openContent(id);
    if (drawnOn.value) steps.open('annotate');
  };
  return (
    <section class="queue">
      <Heading>{say('field.home.photos')}</Heading>
      <p role="status">{sayTotal(items)}</p>
      {drawings > 0 && <p>{say('field.queue.drawings', { count: drawings })}</p>}
      <QueueTrouble inspection={inspection} queue={queue} />
      <ol>
        {[...items].reverse().map((item) => (
          <QueueEntry
            key={item.id}
            item={item}
            name={nameItem(inspection.state.value, item)}
            queue={{ ...queue, remove: (id) => remove(id, item.sha256) }}
            onDraw={annotations.open.value.includes(item.sha256) ? () => void draw(item.id) : undefined}
          />
        ))}
      </ol>
      <button type="button" onClick={onDone}>
        {say('field.home.back')}
      </button>
    </section>
  );
};

const sayTotal = (all: readonly QueueItem[]): string => {
  const items = all.filter(({ kind }) => kind === 'photo');
  if (items.length === 0) return say('field.queue.empty');
  const unsent = items.filter(({ state }) => state !== 'stored' && state !== 'refused').length;
  if (unsent > 0) return say('field.queue.unsent', { count: unsent });
  const refused = items.filter(({ state }) => state === 'refused').length;
  if (refused > 0) return say('field.queue.not_sent', { count: refused });
  return say('field.queue.all_stored', { count: items.length });
};

/** Why nothing goes on, and what the person can do about it. */
const QueueTrouble = ({ inspection, queue }: Pick<QueueScreenProps, 'inspection'> & { queue: Queue }) => {
  const [isBusy, setBusy] = useState(false);
  const trouble = queue.trouble.value;
  const room = queue.room.value;
  const grant = async () => {
    setBusy(true);
    await inspection.tellConsent({ camera: 'granted' });
    await queue.sendAgain();
    setBusy(false);
  };
  return (
    <>
      {room !== 'enough' && <p class="queue-note">{say(`field.queue.room_${room}`)}</p>}
      {trouble && <p class="queue-note">{sayTrouble(trouble)}</p>}
      {trouble === 'consent' && (
        <button type="button" disabled={isBusy} onClick={() => void grant()}>
          {say('field.camera.consent_button')}
        </button>
      )}
      {trouble === 'again' && (
        <button type="button" onClick={() => void queue.sendAgain()}>
          {say('field.queue.send_again')}
        </button>
      )}
    </>
  );
};

const sayTrouble = (trouble: Trouble): string =>
  trouble === 'again' ? say('field.refused.unexpected') : say(`field.queue.trouble_${trouble}`);
