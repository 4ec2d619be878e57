import type { FieldSessionState } from '../inspection.ts';
import { say } from '../texts/say.ts';
import { Heading } from './heading.tsx';
import { Leftover } from './leftover.tsx';

/** What was stored, something to keep of it, and what is left on the device. */
export const Ended = ({ state }: { state: FieldSessionState }) => (
  <>
    <Heading>{say('field.ended.heading')}</Heading>
    <p>{say('field.ended.body')}</p>
    <Leftover state={state} />
  </>
);
