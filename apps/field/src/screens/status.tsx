import { isBusy } from '@field-inspection/ui';
import { say } from '../texts/say.ts';

/** Says that a call is under way. */
export const Status = () => (
  <p id="status" class="status" role="status">
    {isBusy.value && say('field.home.connecting')}
  </p>
);
