import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LINES } from './asvs/lines.ts';
import { ROOT } from './code-blocks/read-code-blocks.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const guide = read('docs/asvs.md');
const security = read('SECURITY.md');

const ANSWERS = ['holds', 'by design', 'host', 'not met', 'does not apply'];

/** The lines that a row is about: one, or from one to another as the standard numbers them. */
const spread = (lines: string): string[] => {
  const [first = '', last = first] = lines.split('–');
  return LINES.slice(LINES.indexOf(first), LINES.indexOf(last) + 1);
};

const rows = [...guide.matchAll(/^\| (\d[\d.–]*) +\| ([a-z ]+?) +\| (.*?) +\| (.*?) +\|$/gm)].map(
  ([, lines = '', answer = '', how = '', tests = '']) => ({ lines, answer, how, tests }),
);

/** What the table says of tests that is not so: files that are gone, and titles that they don't have. */
const findFaults = (tests: string): string[] =>
  [...tests.matchAll(/\[(.+?)\]\(\.\.\/(.+?)\)/g)].flatMap(([, title = '', file = '']) => {
    if (!existsSync(join(ROOT, file))) return [`${file} is not there`];
    const source = read(file);
    // As the source spells it: in one kind of quotes or another.
    const isThere = [`'`, `"`, '`'].some((quote) => source.includes(quote + title + quote));
    return isThere && file.endsWith('.test.ts') ? [] : [`${file} has no test “${title}”`];
  });

describe('the table of ASVS 5.0, levels 1 and 2', () => {
  it('has each line once and in order, and no other', () => {
    expect(LINES).toHaveLength(253);
    expect(rows.flatMap(({ lines }) => spread(lines))).toEqual(LINES);
  });

  it('answers each line by a test, a reason or a duty, in its own words', () => {
    for (const { lines, answer, how, tests } of rows) {
      expect([lines, ANSWERS.includes(answer), how.length > 10]).toEqual([lines, true, true]);
      if (answer === 'holds') expect([lines, tests]).toEqual([lines, expect.stringMatching(/^\[.*\)$/)]);
    }
  });

  it('names tests that are there, by their titles', () => {
    expect(rows.flatMap(({ tests }) => findFaults(tests))).toEqual([]);
    expect(findFaults('[gone](../docs/gone.test.ts)')).toHaveLength(1);
    expect(findFaults(`[${'no such '}title](../docs/links.test.ts)`)).toHaveLength(1);
  });

  it('counts its answers right', () => {
    const said = [...guide.matchAll(/^\| ([a-z ]+?) +\| +(\d+) +\|/gm)].map(([, answer, count]) => [
      answer,
      +count!,
    ]);
    const counted = ANSWERS.map((answer) => [
      answer,
      rows.filter((row) => row.answer === answer).flatMap(({ lines }) => spread(lines)).length,
    ]);
    expect(said).toEqual(counted);
  });
});

describe('the threat model', () => {
  it('SECURITY.md names every setting that opens a connection', () => {
    const settings = [
      ...read('apps/server/src/config/environment.ts').matchAll(/^ {2}([A-Z0-9_]+_URLS?):/gm),
    ];
    const opening = settings.map(([, name = '']) => name).filter((name) => name !== 'BASE_URL');
    expect(opening.length).toBeGreaterThan(6);
    const section = /^## What it connects to\n([^]*?)^## /m.exec(security)![1]!;
    expect(opening.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });

  it('SECURITY.md says of each attacker what holds and what does not', () => {
    const section = /^## Who attacks\n([^]*?)^## /m.exec(security)![1]!;
    const parts = section.split(/^### /m).slice(1);
    expect(parts.length).toBeGreaterThan(6);
    for (const part of parts)
      expect(part).toMatch(/^[^]*^- \*\*Holds:\*\* .{30,}[^]*^- \*\*Does not hold:\*\* .{20,}/m);
  });
});
