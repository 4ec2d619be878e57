import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONTRAST_PARTNERS, contrastOf } from '../packages/contract/src/shapes/contrast.ts';
import { TOKENS } from '../packages/ui/src/tokens.ts';
import { fillTargets } from './write-tokens.ts';

/** WCAG 2.2: of text (1.4.3), and of what shows where a control is (1.4.11). */
const TEXT = 4.5;
const EDGE = 3;

const WORDS = ['text', 'quiet', 'accent', 'accent-hover', 'error', 'good', 'doubt'] as const;

const PAIRS = [
  ...WORDS.flatMap((name) => [[name, 'card', TEXT] as const, [name, 'back', TEXT] as const]),
  ...(['error', 'good', 'doubt'] as const).map((name) => [name, `${name}-back`, TEXT] as const),
  ['on-accent', 'accent', TEXT],
  ['on-accent', 'accent-hover', TEXT],
  ['card', 'error', TEXT],
  ['line', 'card', EDGE],
  ['accent', 'back', EDGE],
] as const;

describe.each(['light', 'dark'] as const)('the %s colours', (scheme) => {
  it.each(PAIRS)('%s is seen on %s: the contrast is at least %d', (name, ground, least) => {
    expect(contrastOf(TOKENS[scheme][name], TOKENS[scheme][ground])).toBeGreaterThanOrEqual(least);
  });
});

it('each light colour has a dark one, which is another', () => {
  expect(Object.keys(TOKENS.dark)).toEqual(Object.keys(TOKENS.light));
  const names = Object.keys(TOKENS.light) as (keyof typeof TOKENS.light)[];
  expect(names.filter((name) => (TOKENS.light[name] as string) === TOKENS.dark[name])).toEqual([]);
});

it('an organisation’s ground is judged against the small print that stands on it', () => {
  expect(CONTRAST_PARTNERS.background.colour).toBe(TOKENS.light.quiet);
  expect(CONTRAST_PARTNERS.primary.colour).toBe(TOKENS.light['on-accent']);
});

it.each(fillTargets())(
  '$file has the tokens: script/node script/write-tokens.ts writes them',
  ({ now, filled }) => {
    expect(now).toBe(filled);
  },
);

describe('no sheet has a colour of its own', () => {
  const root = path.join(import.meta.dirname, '..');
  const sheets = globSync('{apps/*,packages/ui}/src/**/*.css', { cwd: root });
  /** Black, white, or seen on any picture: for what lies on one, or below a logo. */
  const FREE = ['#000', '#fff', '#000000', '#ffffff', '#ffd60a', '#e11d48'];

  it.each(sheets)('%s', (sheet) => {
    const text = readFileSync(path.join(root, sheet), 'utf8').replaceAll(
      /\/\* (light )?tokens \*\/[^]*?\/\* end of /g,
      '',
    );
    const own = [...text.matchAll(/#[0-9a-f]{3,8}\b/gi)].map(([colour]) => colour);
    expect(own.filter((colour) => !FREE.includes(colour))).toEqual([]);
  });

  it('there are sheets to look at', () => {
    expect(sheets.length).toBeGreaterThan(10);
  });
});
