import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const RECORDS = readdirSync(join(import.meta.dirname, 'decisions')).filter((name) => name.endsWith('.md'));
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));

const MENTION = /\bdecisions? \[?(\d{1,3})\b|\bdecisions\/(\d{4})|\]\((\d{4})-[a-z]/gi;

/** The numbers of the decisions that a text mentions. */
const listMentions = (text: string): number[] =>
  [...text.matchAll(MENTION)].map(([, ...numbers]) => Number(numbers.find((number) => number !== undefined)));

it('every decision that code or docs mention has its file, and each number is one decision', () => {
  const numbers = RECORDS.map((name) => Number(name.slice(0, 4)));
  expect(new Set(numbers).size).toBe(numbers.length);
  const texts = FILES.filter((file) => /\.(md|tsx?|js|sql|prisma|yaml|sh)$/.test(file));
  const mentions = texts.flatMap((file) =>
    listMentions(readFileSync(join(ROOT, file), 'utf8')).map((number) => `${file} mentions ${number}`),
  );
  expect(mentions.length).toBeGreaterThan(20);
  expect(mentions.filter((mention) => !numbers.includes(Number(mention.split(' ').at(-1))))).toEqual([]);
});

it.each(RECORDS)('every file that decision %s names is there', (record) => {
  const text = readFileSync(join(import.meta.dirname, 'decisions', record), 'utf8');
  const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|js|sql|prisma))`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !FILES.some((file) => file === name || file.endsWith(`/${name}`)))).toEqual(
    [],
  );
});
