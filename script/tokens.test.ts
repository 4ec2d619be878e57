import { readFileSync } from 'node:fs';
import { contrastOf } from '../packages/contract/src/shapes/contrast.ts';
import { describe, expect, it } from 'vitest';

const SHEET = readFileSync(new URL('../packages/ui/src/ui.css', import.meta.url), 'utf8');
/** WCAG 2.2: of text (1.4.3), and of what shows where a control is (1.4.11). */
const TEXT = 4.5;
const EDGE = 3;

/** The colours of a scheme: those of the dark one take the place of the light ones that they name again. */
const readTokens = (): Record<'light' | 'dark', Record<string, string>> => {
  const [light = '', dark = ''] = [...SHEET.matchAll(/:root \{([^}]*)\}/g)].map(([, rules]) => rules);
  const list = (rules: string) =>
    Object.fromEntries(
      [...rules.matchAll(/--([\w-]+): (?:var\(--brand-[\w-]+, )?(#[0-9a-f]{6})/g)].map(([, name, colour]) => [
        name!,
        colour!,
      ]),
    );
  return { light: list(light), dark: { ...list(light), ...list(dark) } };
};

const TOKENS = readTokens();

const PAIRS = [
  ...['text', 'quiet', 'accent', 'accent-hover', 'error', 'good', 'doubt'].map(
    (name) => [name, 'card', TEXT] as const,
  ),
  ...['text', 'quiet'].map((name) => [name, 'back', TEXT] as const),
  ...['error', 'good', 'doubt'].map((name) => [name, `${name}-back`, TEXT] as const),
  ['on-accent', 'accent', TEXT],
  ['on-accent', 'accent-hover', TEXT],
  ['card', 'error', TEXT],
  ['line', 'card', EDGE],
  ['accent', 'back', EDGE],
] as const;

describe.each(['light', 'dark'] as const)('the colours of the %s pages', (scheme) => {
  it.each(PAIRS)('%s is seen on %s: the contrast is at least %d', (name, ground, least) => {
    const { [name]: colour = '', [ground]: below = '' } = TOKENS[scheme];
    expect([colour, below]).toEqual([expect.stringMatching(/^#/), expect.stringMatching(/^#/)]);
    expect(contrastOf(colour, below)).toBeGreaterThanOrEqual(least);
  });
});

it('each colour of the light pages has one for the dark', () => {
  expect(Object.keys(TOKENS.light).length).toBeGreaterThan(12);
  expect(TOKENS.dark).not.toEqual(TOKENS.light);
  const same = Object.keys(TOKENS.light).filter((name) => TOKENS.light[name] === TOKENS.dark[name]);
  expect(same).toEqual([]);
});
