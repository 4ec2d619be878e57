import type { KeptEnd } from '../service/kept-session.ts';
import { sessionId } from '../service/kept-session.ts';
import { say } from '../texts/say.ts';
import { Button } from './button.tsx';
import { Heading } from './heading.tsx';
import { saveFile } from './save-file.ts';

/** What was stored, and something to keep of it. */
export const Ended = ({ stored, receipt }: KeptEnd) => (
  <>
    <Heading>{say('field.ended.heading')}</Heading>
    <p>{say('field.ended.body')}</p>
    {stored > 0 && (
      <>
        <p>{say('field.ended.stored', { count: stored })}</p>
        <Button onTap={() => saveFile(`${sessionId}.txt`, new Blob([receipt], { type: 'text/plain' }))}>
          {say('field.ended.receipt')}
        </Button>
      </>
    )}
  </>
);
