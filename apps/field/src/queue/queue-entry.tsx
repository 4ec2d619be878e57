import { useSignal } from '@preact/signals';
import { saveFile } from '../service/save-file.ts';
import { say } from '../texts/say.ts';
import { nameFile } from './name-file.ts';
import type { QueueItem } from './shelf/queue-item.ts';
import { QueuePicture } from './queue-picture.tsx';
import type { Queue } from './queue.ts';

export type QueueEntryProps = {
  item: QueueItem;
  /** What it is of. */
  name: string;
  queue: Pick<Queue, 'openContent' | 'remove'> & Partial<Pick<Queue, 'sendAgain'>>;
  /** To the drawing on it that is not done. */
  onDraw?: (() => void) | undefined;
};

/** One piece on its way: what it shows, its state in words, and of what is stored the receipt. */
export const QueueEntry = ({ item, name, queue, onDraw }: QueueEntryProps) => (
  <li class={`queue-${item.state}`}>
    <QueuePicture item={item} name={name} queue={queue} />
    <div>
      <h2>{name}</h2>
      <p>{sayState(item)}</p>
      {item.state === 'uploading' && (
        <progress max={1} value={item.progress} aria-label={say('field.queue.progress')} />
      )}
      {item.receipt && <QueueReceipt receipt={item.receipt} />}
      {(item.state === 'refused' || item.state === 'held') && (
        <QueueWaysOn item={item} name={name} queue={queue} />
      )}
      {onDraw && (
        <div class="queue-ways">
          <button type="button" onClick={onDraw}>
            {say('field.queue.go_on')}
          </button>
        </div>
      )}
    </div>
  </li>
);

const sayState = ({ state, progress, reason }: QueueItem): string => {
  if (state === 'uploading')
    return say('field.queue.state_uploading', { percent: Math.floor(progress * 100) });
  if (state === 'refused') return say(`field.queue.reason_${reason ?? 'invalid'}`);
  return say(`field.queue.state_${state}`);
};

const QueueReceipt = ({ receipt: { sha256, sequence } }: { receipt: NonNullable<QueueItem['receipt']> }) => (
  <dl>
    {sequence !== undefined && (
      <>
        <dt>{say('field.queue.receipt_sequence')}</dt>
        <dd>{sequence}</dd>
      </>
    )}
    <dt>{say('field.queue.receipt_hash')}</dt>
    <dd class="queue-hash">{sha256}</dd>
  </dl>
);

/**
 * What can't be sent is not lost: the person saves it, or tries again. It is the only copy, and goes once it is saved.
 * What nobody has found good may be used still, or go at once.
 */
const QueueWaysOn = ({ item: { id, reason, state }, name, queue }: QueueEntryProps) => {
  const isLost = reason === 'lost';
  const isHeld = state === 'held';
  const isSaved = useSignal(false);
  const { sendAgain } = queue;
  const save = async () => {
    const content = await queue.openContent(id);
    if (!content) return;
    saveFile(nameFile(name, content.type), content);
    isSaved.value = true;
  };
  return (
    <div class="queue-ways">
      {!isLost && (
        <button type="button" onClick={() => void save()}>
          {say('field.camera.save_file')}
        </button>
      )}
      {!isLost && sendAgain && (
        <button type="button" onClick={() => void sendAgain(id)}>
          {say(isHeld ? 'field.camera.use' : 'field.queue.send_again')}
        </button>
      )}
      {(isLost || isHeld || isSaved.value) && (
        <button type="button" onClick={() => void queue.remove(id)}>
          {say('field.queue.remove')}
        </button>
      )}
    </div>
  );
};
