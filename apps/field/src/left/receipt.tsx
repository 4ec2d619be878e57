import { Button } from '@field-inspection/ui';
import { sessionId, type KeptEnd } from '../service/kept-session.ts';
import { say } from '../texts/say.ts';
import { saveFile } from '../service/save-file.ts';

/** How much was stored, and a file to keep of it. */
export const Receipt = ({ stored, drawn = {}, receipt }: KeptEnd) => {
  const kinds = Object.entries(drawn);
  if (stored === 0 && kinds.length === 0) return null;
  return (
    <>
      <p class="text">{stored > 0 && say('field.ended.stored', { count: stored })}</p>
      <dl class="facts counts">
        {kinds.map(([kind, count]) => (
          <div key={kind}>
            <dt>{say(`field.ended.${kind}`)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <Button onTap={() => saveFile(`${sessionId}.txt`, new Blob([receipt], { type: 'text/plain' }))}>
        {say('field.ended.receipt')}
      </Button>
    </>
  );
};
