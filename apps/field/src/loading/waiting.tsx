import { Button } from '@field-inspection/ui';
import { say } from '../texts/say.ts';

type WaitingProps = { hasFailed: boolean; onRetry: () => void };

export const Waiting = ({ hasFailed, onRetry }: WaitingProps) => (
  <>
    <p class="status" role="status">
      {say(hasFailed ? 'field.refused.network' : 'field.home.connecting')}
    </p>
    {hasFailed && <Button onTap={onRetry}>{say('field.refused.retry')}</Button>}
  </>
);
