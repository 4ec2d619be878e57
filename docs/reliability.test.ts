import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LONG } from '../faults/longest-first.ts';
import { collectFigures, type RanTest } from '../faults/page/collect-figures.ts';
import { composePage, PAGE, readLastRun } from '../faults/page/page.ts';
import { PARTS, ROWS } from '../faults/rows.ts';
import type { NamedTest } from '../faults/rows/row.ts';
import { ROOT } from './code-blocks/read-code-blocks.ts';
import { readPage } from './pages/page.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Whether the file has a test, or a block of tests, of this title, in one kind of quotes or another. */
const isThere = ([file, title]: NamedTest): boolean => {
  if (!file.endsWith('.test.ts') || !existsSync(join(ROOT, file))) return false;
  const source = read(file);
  return [`'`, `"`, '`'].some((quote) => source.includes(quote + title + quote));
};

describe('the table of faults', () => {
  it('has tests for each fault, and no fault twice', () => {
    expect(ROWS.length).toBeGreaterThan(25);
    expect(ROWS.filter(({ tests }) => tests.length === 0)).toEqual([]);
    expect(new Set(ROWS.map(({ fault }) => fault)).size).toBe(ROWS.length);
  });

  it('names tests that are there, by their titles', () => {
    expect(ROWS.flatMap(({ tests }) => tests).filter((named) => !isThere(named))).toEqual([]);
    expect(isThere(['docs/reliability.test.ts', `${'no such '}title`])).toBe(false);
    expect(isThere(['docs/gone.test.ts', 'the table of faults'])).toBe(false);
  });

  it('the long ones, which are begun first, are there', () => {
    expect(LONG.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('docs/reliability.md is what script/node faults/write-page.ts makes of it', async () => {
    expect(readPage(PAGE)).toBe(await composePage(PARTS, readLastRun()));
  });

  it('the page shows a figure for the tests that it was counted from, and for no others', async () => {
    const run = readLastRun();
    const [row] = ROWS;
    const figures = [{ ...row!, figure: '7 of 7' }];
    expect(await composePage(PARTS, { ...run, figures })).toContain('| 7 of 7 ');
    figures[0]!.tests = row!.tests.slice(1);
    expect(await composePage(PARTS, { ...run, figures })).not.toContain('7 of 7');
  });
});

describe('the figures of a run', () => {
  const fault = (tests: NamedTest[]) => [{ fault: 'f', holds: 'h', tests }];
  const ran = (name: string, given: Partial<RanTest> = {}): RanTest => ({
    file: 'a.test.ts',
    names: [name, 'a block'],
    hasPassed: true,
    figures: [],
    ...given,
  });

  it('are what its tests tell, and how many there were', () => {
    const tests = [ran('case 1 of 2', { figures: ['3 lost'] }), ran('case 2 of 2'), ran('another')];
    const figureOf = (title: string) => collectFigures(fault([['a.test.ts', title]]), tests);
    expect(figureOf('case %s of ${COUNT}')).toMatchObject({ figures: [{ figure: '3 lost; 2 tests' }] });
    expect(figureOf('a block')).toMatchObject({ figures: [{ figure: '3 lost; 3 tests' }] });
    expect(figureOf('another')).toMatchObject({ figures: [{ figure: '1 test' }] });
  });

  it('are none when a named test did not run or did not pass', () => {
    const tests = [ran('good'), ran('bad', { hasPassed: false }), ran('good', { file: 'b.test.ts' })];
    for (const title of ['gone', 'bad', 'a block', 'goo'])
      expect(collectFigures(fault([['a.test.ts', title]]), tests)).toEqual({
        missing: [['a.test.ts', title]],
      });
  });
});
