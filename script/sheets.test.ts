import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** The documents' sheets are left out, since they style the elements of Markdown. */
const SHEETS = globSync('{apps/console,apps/field,apps/pages,packages/ui}/src/**/*.css', { cwd: ROOT });

/**
 * A selector that begins with an element reaches into every folder; behind a class it reaches into that class alone.
 */
const BARE = /^(?!(html|body|from|to)\b)[a-z](?!.*: ).*[{,]$/;

/** Languages written from the right have their start there. */
const PHYSICAL = [
  /^((margin|padding|border)-)?(left|right|top|bottom)\b/,
  /^border-(top|bottom)-(left|right)-radius\b/,
  /^((min|max)-)?(width|height)\b/,
  /^(text-align|float|clear): (left|right)\b/,
];

const judgeSheet = (css: string): string[] => {
  const lines = css.replaceAll(/\/\*[^]*?\*\//g, '').split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => BARE.test(line) || PHYSICAL.some((physical) => physical.test(line)));
};

describe('the sheets of the pages', () => {
  it('there are sheets to look at', () => {
    expect(SHEETS.length).toBeGreaterThan(5);
  });

  it.each(SHEETS)('%s has no bare element selector and no physical side or size', (sheet) => {
    expect(judgeSheet(readFileSync(join(ROOT, sheet), 'utf8'))).toEqual([]);
  });
});

describe('a fault is found', () => {
  it.each([
    'button {',
    'section + .button {',
    'h1,',
    'button.secondary:hover {',
    'dl > div {',
    '  margin-left: 1rem;',
    '  left: 0;',
    '  border-top: 1px solid;',
    '  max-width: 100%;',
    '  height: 1rem;',
    '  text-align: right;',
    '  border-top-left-radius: 1rem;',
  ])('%s', (line) => {
    expect(judgeSheet(line)).toHaveLength(1);
  });

  it.each([
    'body {',
    '*::before,',
    '.queue li .text,',
    '.shots li + li {',
    '@media (min-width: 36rem) {',
    "[tabindex='-1']:focus {",
    '  min-inline-size: 0;',
    '  margin: 0 auto;',
    '  inset-block-end: 0;',
    '  line-height: 1;',
    '  text-align: start;',
    '/* left: 0; */',
  ])('%s is none', (line) => {
    expect(judgeSheet(line)).toEqual([]);
  });
});
