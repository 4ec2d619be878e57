import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What docs/scaling.md has an operator run and write, with the names and the database of a test. */
export const readGuide = async (names: Record<string, string>): Promise<{ sql: string[]; ini: string }> => {
  const page = await readFile(join(import.meta.dirname, '../../docs/scaling.md'), 'utf8');
  const read = (language: string) =>
    [...page.matchAll(new RegExp(`(?<=\`\`\`${language}\\n)[^]*?(?=\`\`\`)`, 'g'))].map(([block]) => block);
  const rename = (text: string) =>
    Object.entries(names).reduce((renamed, [name, other]) => renamed.replaceAll(name, other), text);
  const sql = read('sql')
    .join('')
    .split(';')
    .map((statement) => rename(statement.trim()))
    .filter((statement) => statement !== '');
  return { sql, ini: rename(read('ini')[0]!) };
};
