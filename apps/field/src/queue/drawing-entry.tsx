import { Button } from '@field-inspection/ui';
import { kindOf } from '../parts/name-pieces.ts';
import { say } from '../texts/say.ts';
import { QueuePicture } from './queue-picture.tsx';
import type { Queue } from './queue.ts';
import type { QueueItem, Reason } from './shelf/queue-item.ts';

/** A drawing that lies on the device; draw/judge-drawing.ts has the states. */
export type LeftDrawingState = {
  name: string;
  state: 'idle' | 'waiting' | 'sending' | 'sent' | 'offline' | 'busy' | 'conflict' | 'refused' | Reason;
};

export type DrawingEntryProps = {
  drawing: LeftDrawingState;
  title: string;
  photo: Pick<QueueItem, 'id'> | undefined;
  queue: Pick<Queue, 'openContent'>;
  onOpen: () => void;
};

export const DrawingEntry = ({ drawing, title, photo, queue, onOpen }: DrawingEntryProps) => (
  <li>
    {photo && <QueuePicture item={{ id: photo.id, state: 'waiting' }} name={title} queue={queue} />}
    <div>
      <h2 class="subheading" dir="auto">
        {title}
      </h2>
      <p class="text">{sayState(drawing.state)}</p>
      <div class="queue-ways">
        <Button kind="secondary" onTap={onOpen}>
          {say(kindOf(drawing.name) === 'signature' ? 'field.home.sign' : 'field.queue.go_on')}
        </Button>
      </div>
    </div>
  </li>
);

const sayState = (state: LeftDrawingState['state']): string => {
  if (state === 'idle') return say('field.queue.state_begun');
  if (state === 'waiting') return say('field.queue.state_waiting');
  if (state === 'sending') return say('field.queue.sending');
  if (state === 'offline') return say('field.queue.offline');
  if (state === 'busy') return say('field.queue.busy');
  return say(
    `field.queue.reason_${state === 'refused' || state === 'sent' || state === 'conflict' ? 'invalid' : state}`,
  );
};
