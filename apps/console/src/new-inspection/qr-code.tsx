import { encodeQR } from 'qr';
import { write } from '../words/words.ts';

/** Dark on light in either colour scheme: cameras know no other. */
export const QrCode = ({ text }: { text: string }) => {
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
