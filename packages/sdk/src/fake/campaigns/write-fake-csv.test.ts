import { expect, it } from 'vitest';
import type { ReportedSession } from '../../resources/campaigns.ts';
import { writeFakeCsv } from './campaign-handlers.ts';

const writeNotes = async (notes: string): Promise<string> => {
  const session = { id: '', status: '', type: null, reference: null, notes } as unknown as ReportedSession;
  const text = await writeFakeCsv([session]).text();
  return text.slice(text.indexOf('\r\n') + 2).slice('"","","","",'.length, -`${',""'.repeat(12)}\r\n`.length);
};

it.each([
  ['=1+1', `"'=1+1"`],
  ['a\n=1+1\r\n=2\r=3', `"a\n'=1+1\r\n'=2\r'=3"`],
  ['Roof; =1+1\t=2', `"Roof;' =1+1\t'=2"`],
  ['\tplain', `"'\tplain"`],
  [`'quoted'`, `"''quoted'"`],
  ['first\nsecond', `"first\nsecond"`],
])('a cell is as in the CSV of the service, in which nothing is a formula: %j', async (notes, cell) => {
  expect(await writeNotes(notes)).toBe(cell);
});
