import { useEffect, useRef } from 'preact/hooks';
import { Button } from '@field-inspection/ui';
import { say } from '../texts/say.ts';
import { useStill } from './use-still.ts';

export type RemoveQuestionProps = { onRemove: () => void; onKeep: () => void };

/** It may be the only copy: nothing goes at one tap, nor at two in a hurry. */
export const RemoveQuestion = ({ onRemove, onKeep }: RemoveQuestionProps) => {
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
