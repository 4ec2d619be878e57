import { Button } from '@field-inspection/ui';
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../texts/say.ts';
import { type DrawingState, isPassing } from './judge-drawing.ts';

export type WaysOnProps = {
  state: DrawingState;
  words?: string | undefined;
  sendWords: string;
  isEmpty?: boolean;
  /** The button says what is lacking, and does not lead on. */
  isLacking?: boolean;
  isDone?: boolean;
  onSend: () => void;
  onDone: () => void;
};

export const WaysOn = (props: WaysOnProps) => {
  const {
    state,
    words,
    sendWords,
    isEmpty = false,
    isLacking = false,
    isDone = false,
    onSend,
    onDone,
  } = props;
  const isWaiting = isEmpty || state === 'sending';
  const isAgain = isPassing(state) || state === 'quota' || state === 'refused';
  const status = useRef<HTMLParagraphElement>(null);
  const isSent = useRef(false);
  const told = words ?? sayState(state);
  // The button that had the focus may be gone.
  useEffect(() => {
    if (!isSent.current || told === '') return;
    isSent.current = state === 'sending';
    status.current?.focus();
  }, [told]);
  const send = () => {
    isSent.current = true;
    onSend();
  };
  return (
    <div class="draw-ways">
      <p ref={status} class="text" role="status" tabIndex={-1}>
        {told}
      </p>
      {!isDone && state !== 'ended' && state !== 'access' && (
        <Button kind={isLacking ? 'secondary' : 'main'} isWaiting={isWaiting} onTap={send}>
          {isAgain ? say('field.queue.send_again') : sendWords}
        </Button>
      )}
      <Button kind={isDone ? 'main' : 'secondary'} onTap={onDone}>
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
