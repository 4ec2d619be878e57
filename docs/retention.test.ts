import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXPORTED_FILES } from '../apps/server/src/features/organisation-export/exported-files.ts';
import { EXPORTED_TABLES } from '../apps/server/src/features/organisation-export/exported-tables.ts';
import { ROOT } from './code-blocks/read-code-blocks.ts';

const guide = readFileSync(join(ROOT, 'docs/retention.md'), 'utf8');
const [, section = ''] = /^## Export of everything\n([^]*)/m.exec(guide) ?? [];

/** The lines of an export with the names of their columns, as `select` gives them. */
const LINES = [
  ...EXPORTED_TABLES,
  ...EXPORTED_FILES.map(({ columns }) => ({ type: 'file', columns, key: [] })),
].map(({ type, columns, key }) => ({
  type,
  names: [...key.map(({ name }) => name), ...columns.map((column) => column.split('::')[0]!)],
}));
/** Which have a unit or a form that their names only hint at. */
const NEEDS_WORDS = /_(e7|cm|ms|days|minutes|size|limit)$|^(token|png)$/;

const listTicked = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
const rows = [...section.matchAll(/^\| (`.+?) +\| (`.+?) +\| (\S.*?) +\|$/gm)].map(([, columns, lines]) => ({
  columns: listTicked(columns!),
  lines: listTicked(lines!),
}));
const fits = (pattern: string, name: string) =>
  pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name === pattern;

describe('docs/retention.md on the export', () => {
  it('says that the names are those of the columns, and the examples it gives are some', () => {
    expect(section).toContain('under the names of its columns');
    const names = LINES.flatMap((line) => line.names);
    const [, examples = ''] = /under the names of its columns\.(.*?)More may come/.exec(section) ?? [];
    expect(listTicked(examples)).toEqual(['lat_e7', 'lon_e7', 'campaign_id']);
    for (const name of listTicked(examples)) expect(names).toContain(name);
  });

  it('tells the unit of each column that has one, and names its lines', () => {
    for (const name of new Set(
      LINES.flatMap(({ names }) => names).filter((name) => NEEDS_WORDS.test(name)),
    )) {
      const lines = LINES.filter(({ names }) => names.includes(name)).map(({ type }) => type);
      const row = rows.find(({ columns }) => columns.some((pattern) => fits(pattern, name)));
      expect([name, row?.lines.toSorted()]).toEqual([name, [...new Set(lines)].toSorted()]);
    }
  });

  it('tells of no column that no line has', () => {
    const names = LINES.flatMap((line) => line.names);
    const told = rows.flatMap(({ columns }) => columns);
    expect(told.length).toBeGreaterThan(8);
    expect(told.filter((pattern) => !names.some((name) => fits(pattern, name)))).toEqual([]);
  });
});
