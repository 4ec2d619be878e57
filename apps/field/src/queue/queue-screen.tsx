import type { ReadonlySignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { nameShot } from '../parts/name-shot.ts';
import type { Inspection } from '../inspection.ts';
import { Heading } from '../parts/heading.tsx';
import { say } from '../texts/say.ts';
import { QueueEntry } from './queue-entry.tsx';
import type { QueueItem } from './shelf/queue-item.ts';
import type { Queue } from './queue.ts';
import './queue.css';

export type QueueScreenProps = {
  inspection: Pick<Inspection, 'state' | 'tellConsent'>;
  /** undefined until it is open. */
  queue: Queue | undefined;
  /** Only what was taken for this shot; everything without it. */
  slot: string | undefined;
  annotating: { annotations: { unsent: ReadonlySignal<number> } };
  onDone: () => void;
};

/** What was taken on this device, and how far each piece is on its way. */
export const QueueScreen = ({ inspection, queue, slot, annotating, onDone }: QueueScreenProps) => {
  if (!queue) return <p role="status">{say('field.queue.state_waiting')}</p>;
  const drawings = annotating.annotations.unsent.value;
  const items = queue.items.value.filter((item) => slot === undefined || item.slot === slot);
  return (
    <section class="queue">
      <Heading>{say('field.queue.heading')}</Heading>
      <p role="status">{sayTotal(items)}</p>
      {drawings > 0 && <p>{say('field.queue.drawings', { count: drawings })}</p>}
      <QueueTrouble inspection={inspection} queue={queue} />
      <ol>
        {[...items].reverse().map((item) => (
          <QueueEntry
            key={item.id}
            item={item}
            name={nameShot(inspection.state.value, item.slot)}
            queue={queue}
          />
        ))}
      </ol>
      <button type="button" onClick={onDone}>
        {say('field.home.back')}
      </button>
    </section>
  );
};

const sayTotal = (items: readonly QueueItem[]): string => {
  if (items.length === 0) return say('field.queue.empty');
  const unsent = items.filter(({ state }) => state === 'waiting' || state === 'uploading').length;
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
      {trouble && <p class="queue-note">{say(`field.queue.trouble_${trouble}`)}</p>}
      {trouble === 'consent' && (
        <button type="button" disabled={isBusy} onClick={() => void grant()}>
          {say('field.camera.consent_button')}
        </button>
      )}
    </>
  );
};
