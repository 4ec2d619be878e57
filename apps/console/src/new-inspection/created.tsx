import { Link } from '@tanstack/react-router';
import { encodeQR } from 'qr';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Screen } from '../parts/screen.tsx';
import { write } from '../words/words.ts';
import type { Made } from './compose-inspection.ts';

/** The link is shown this once: the service keeps no readable copy for anybody. */
export const Created = ({ made, onAnother }: { made: Made; onAnother: () => void }) => {
  const { inspection, sentTo } = made;
  return (
    <Screen heading={write('new.created')}>
      <div className="section form">
        <p className="text" dir="auto">
          {sentTo === undefined ? write('new.by_hand_words') : write('new.sent', { address: sentTo })}
        </p>
        <p className="text">{write('new.link_once')}</p>
        <p className="text">
          <code>{inspection.join_url}</code>
        </p>
        <QrCode text={inspection.join_url} />
        <CopyButton text={inspection.join_url} label={write('new.copy')} done={write('new.copied')} />
        <p className="actions">
          <Link className="link" to="/inspections/$sessionId" params={{ sessionId: inspection.id }}>
            {write('new.open')}
          </Link>
          <Button kind="secondary" onPress={onAnother}>
            {write('new.another')}
          </Button>
        </p>
      </div>
    </Screen>
  );
};

/** Dark on light in either colour scheme: cameras know no other. */
const QrCode = ({ text }: { text: string }) => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium' });
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg className="qr" role="img" aria-label={write('new.qr')} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <path d={path} />
    </svg>
  );
};
