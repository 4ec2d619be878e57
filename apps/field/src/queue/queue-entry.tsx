import { Button } from '@field-inspection/ui';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { nameFile, saveFile } from '../parts/save-file.ts';
import { say } from '../texts/say.ts';
import { QueuePicture } from './queue-picture.tsx';
import type { Queue } from './queue.ts';
import { isForGood } from './sending/judge-failure.ts';
import type { QueueItem } from './shelf/queue-item.ts';
import { useStill } from './queue-list.tsx';

export type QueueEntryProps = {
  item: QueueItem;
  name: string;
  queue: Pick<Queue, 'openContent' | 'remove'> & Partial<Pick<Queue, 'sendAgain'>>;
  onSaved?: (() => void) | undefined;
};

export const QueueEntry = ({ item, name, queue, onSaved }: QueueEntryProps) => (
  <li class={`queue-${item.state}`}>
    <QueuePicture item={item} name={name} queue={queue} />
    <div>
      <h2 class="subheading" dir="auto">
        {name}
      </h2>
      <p class="text">{sayState(item)}</p>
      {item.state === 'uploading' && (
        <progress class="progress" max={1} value={item.progress} aria-label={say('field.queue.progress')} />
      )}
      {item.receipt && <QueueReceipt receipt={item.receipt} />}
      {(item.state === 'refused' || item.state === 'held') && (
        <QueueWaysOn {...{ item, name, queue, onSaved }} />
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
  <details class="queue-details">
    <summary>{say('field.queue.details')}</summary>
    <dl class="facts">
      {sequence !== undefined && (
        <>
          <dt>{say('field.queue.receipt_sequence')}</dt>
          <dd>{sequence}</dd>
        </>
      )}
      <dt>{say('field.queue.receipt_hash')}</dt>
      <dd class="queue-hash">{sha256}</dd>
    </dl>
  </details>
);

/**
 * Lets a person save or resend an item that can't be sent. It may be the only copy, so it is removed only once it is
 * saved or refused for good. A photo that nobody has found good may still be used or removed.
 */
const QueueWaysOn = ({ item: { id, reason, state }, name, queue, onSaved }: QueueEntryProps) => {
  const isLost = reason === 'lost';
  const isHeld = state === 'held';
  const isVain = !isHeld && isForGood(reason);
  const isSaved = useSignal(false);
  const isAsked = useSignal(false);
  const { sendAgain } = queue;
  const save = async () => {
    const content = await queue.openContent(id);
    if (!content) return;
    saveFile(nameFile(name, content.type), content);
    isSaved.value = true;
    onSaved?.();
  };
  const remove = async () => {
    await queue.remove(id);
    // The focused button is gone.
    document.querySelector('h1')?.focus({ preventScroll: true });
  };
  if (isAsked.value)
    return <RemoveQuestion onRemove={() => void remove()} onKeep={() => (isAsked.value = false)} />;
  return (
    <div class="queue-ways">
      {!isLost && !isVain && sendAgain && (
        <Button onTap={() => void sendAgain(id)}>
          {say(isHeld ? 'field.camera.use' : 'field.queue.send_again')}
        </Button>
      )}
      {!isLost && (
        <Button kind={sendAgain && !isVain ? 'secondary' : 'main'} onTap={() => void save()}>
          {say('field.camera.save_file')}
        </Button>
      )}
      {(isLost || isHeld || isVain || isSaved.value) && (
        <Button kind="secondary" onTap={() => (isAsked.value = true)}>
          {say('field.queue.remove')}
        </Button>
      )}
    </div>
  );
};

type RemoveQuestionProps = { onRemove: () => void; onKeep: () => void };

/** The only copy of a photo never goes at one tap, nor at two quick ones. */
const RemoveQuestion = ({ onRemove, onKeep }: RemoveQuestionProps) => {
  const question = useRef<HTMLParagraphElement>(null);
  const ways = useRef<HTMLDivElement>(null);
  useStill(ways, '');
  useEffect(() => question.current?.focus(), []);
  return (
    <>
      <p class="text" ref={question} tabIndex={-1}>
        {say('field.queue.remove_question')}
      </p>
      <div ref={ways} class="queue-ways">
        <Button onTap={onKeep}>{say('field.queue.keep')}</Button>
        <Button kind="secondary" onTap={onRemove}>
          {say('field.queue.remove')}
        </Button>
      </div>
    </>
  );
};
