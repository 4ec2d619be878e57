import { encodeQR } from 'qr';
import { write } from '../words/words.ts';
import { CopyButton } from './copy-button.tsx';

/** The link is shown this once: the service keeps no readable copy for anybody. */
export const LinkOnce = ({ url, sentTo }: { url: string; sentTo: string | undefined }) => (
  <>
    <p className="text" dir="auto">
      {sentTo === undefined ? write('new.by_hand_words') : write('new.sent', { address: sentTo })}
    </p>
    <p className="text">{write('new.link_once')}</p>
    <p className="text">
      <code>{url}</code>
    </p>
    <QrCode text={url} />
    <CopyButton text={url} label={write('new.copy')} done={write('new.copied')} />
  </>
);

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
