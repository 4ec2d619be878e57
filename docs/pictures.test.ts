import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './code-blocks/read-code-blocks.ts';

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const PICTURES = [...README.matchAll(/!\[([^\]]*)\]\((docs\/pictures\/[^)]+)\)/g)].map(
  ([, alt = '', path = '']) => ({ alt, path }),
);
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

it('the README shows four screens of the field application', () => {
  expect(PICTURES).toHaveLength(4);
});

it.each(PICTURES)('$path is a PNG of 360 × 640, small, and has words instead of it', ({ alt, path }) => {
  const bytes = readFileSync(join(ROOT, path));
  expect(bytes.subarray(0, PNG.length)).toEqual(PNG);
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([360, 640]);
  expect(bytes.length).toBeLessThan(60_000);
  expect(alt.length).toBeGreaterThan(20);
});
