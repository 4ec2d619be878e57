import type { KeptEnd } from '../service/kept-session.ts';
import { say } from '../texts/say.ts';
import { Heading } from '../parts/heading.tsx';
import { LeftFiles } from './left-files.tsx';
import { Receipt } from './receipt.tsx';

/** What was stored, something to keep of it, and what is left on the device. */
export const Ended = (end: KeptEnd) => (
  <>
    <Heading>{say('field.ended.heading')}</Heading>
    <p>{say('field.ended.body')}</p>
    <Receipt {...end} />
    <LeftFiles reason="ended" drawings={end.unsentDrawings} />
  </>
);
