import { Button, Spoken } from '@field-inspection/ui';
import { say } from '../texts/say.ts';
import { type DrawingState, isPassing } from './judge-drawing.ts';

export type WaysOnProps = {
  state: DrawingState;
  words?: string | undefined;
  sendWords: string;
  isEmpty?: boolean;
  isDone?: boolean;
  onSend: () => void;
  onDone: () => void;
};

export const WaysOn = (props: WaysOnProps) => {
  const { state, words, sendWords, isEmpty = false, isDone = false, onSend, onDone } = props;
  const isWaiting = isEmpty || state === 'sending';
  const isAgain = isPassing(state) || state === 'quota' || state === 'refused';
  return (
    <div class="draw-ways">
      <Spoken>{words ?? sayState(state)}</Spoken>
      {!isDone && state !== 'ended' && state !== 'access' && (
        <Button isWaiting={isWaiting} onTap={onSend}>
          {isAgain ? say('field.queue.send_again') : sendWords}
        </Button>
      )}
      <Button kind="secondary" onTap={onDone}>
        {say('field.home.back')}
      </Button>
    </div>
  );
};

const sayState = (state: WaysOnProps['state']): string => {
  if (state === 'idle' || state === 'conflict') return '';
  if (state === 'sent') return say('field.draw.stored');
  if (state === 'waiting') return say('field.draw.waits');
  if (state === 'sending') return say('field.queue.sending');
  if (state === 'offline') return say('field.queue.offline');
  if (state === 'busy') return say('field.queue.busy');
  const reason = state === 'refused' ? 'invalid' : state;
  return say(`field.queue.reason_${reason}`);
};
