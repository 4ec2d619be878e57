import { Heading } from '@field-inspection/ui';
import type { Stage } from '../journey.ts';
import { say } from '../texts/say.ts';
import { LeftFiles } from './left-files.tsx';

/** What was stored, something to keep of it, and what is left on the device. */
export const Ended = (end: Pick<Extract<Stage, { name: 'ended' }>, 'end' | 'state'>) => (
  <>
    <Heading>{say('field.ended.heading')}</Heading>
    <LeftFiles reason="ended" {...end} />
  </>
);
