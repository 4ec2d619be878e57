import { expect, test } from 'vitest';
import { AA_CONTRAST, contrastOf, sayContrast } from './contrast.ts';

// Figures of the WebAIM contrast checker.
test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.47],
  ['#ff0000', '#ffffff', 3.99],
  ['#1d4ed8', '#ffffff', 6.7],
])('%s to %s is %d', (one, other, ratio) => {
  expect(Math.floor(contrastOf(one, other) * 100) / 100).toBe(ratio);
  expect(contrastOf(other, one)).toBe(contrastOf(one, other));
});

test('a colour below AA is told its ratio and what is needed, and one at AA nothing', () => {
  expect(sayContrast('primary', '#ff0000')).toBe(
    'has a contrast of 3.99 : 1 to #ffffff, and needs 4.5 : 1 (WCAG 2 AA): ' +
      'buttons and links are seen on white, and their words are white. Take a darker one',
  );
  expect(sayContrast('background', '#1a1f2b')).toMatch(
    /^has a contrast of 2\.\d+ : 1 to #4a5563.*lighter one$/,
  );
  expect(sayContrast('primary', '#767676')).toBeUndefined();
  expect(sayContrast('background', '#eef1f6')).toBeUndefined();
});

test('a ratio is rounded down, so that nothing is refused as 4.5 that needs 4.5', () => {
  const greys = Array.from({ length: 256 }, (_, at) => `#${at.toString(16).padStart(2, '0').repeat(3)}`);
  for (const grey of greys) {
    const said = sayContrast('primary', grey);
    expect(said === undefined).toBe(contrastOf(grey, '#ffffff') >= AA_CONTRAST);
    expect(said ?? '').not.toMatch(/contrast of 4\.5/);
  }
});
