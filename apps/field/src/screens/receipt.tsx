import { sessionId, type KeptEnd } from '../service/kept-session.ts';
import { say } from '../texts/say.ts';
import { Button } from './button.tsx';
import { saveFile } from '../service/save-file.ts';

/** How much was stored, and a file to keep of it. */
export const Receipt = ({ stored, receipt }: KeptEnd) =>
  stored === 0 ? null : (
    <>
      <p>{say('field.ended.stored', { count: stored })}</p>
      <Button onTap={() => saveFile(`${sessionId}.txt`, new Blob([receipt], { type: 'text/plain' }))}>
        {say('field.ended.receipt')}
      </Button>
    </>
  );
