import encodeQR from './qr.js';

/** Draws a text as a QR code into an SVG element. */
export const drawQr = (svg, text) => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', dark.join(''));
  svg.setAttribute('viewBox', `0 0 ${rows.length} ${rows.length}`);
  svg.replaceChildren(path);
};
