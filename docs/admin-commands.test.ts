import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeUsage } from '../apps/server/src/admin/describe-usage.ts';
import { PAGES, readCodeBlocks, ROOT } from './code-blocks/read-code-blocks.ts';

const usages = new Map(
  describeUsage()
    .split('\n')
    .flatMap((line) => {
      const [, name = '', usage = ''] = /^ {2}script\/admin ((?:[a-z][a-z-]* ?)+)(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name.trim(), usage] as const];
    }),
);

/** Lists the words behind script/admin in a text, up to where the shell ends the command. */
const readCalls = (text: string): string[] =>
  [
    ...text.replaceAll(/\\\n */g, '').matchAll(/(?:script\/admin|programs\/admin\.js) ([a-z][^\n;|&<>]*)/g),
  ].map(([, call = '']) => call.trim());

/** Says what is wrong with a call, or nothing. */
const judge = (call: string): string | undefined => {
  const words = call.split(' ');
  const name = [words.slice(0, 2).join(' '), words[0]!].find((known) => usages.has(known));
  if (name === undefined) return `no command: ${call}`;
  const lacking = [...call.matchAll(/--[a-z-]+/g)].filter(
    ([option]) => !`${usages.get(name)} --json`.includes(option),
  );
  return lacking.length > 0 ? `${name} takes no ${lacking.join(', ')}` : undefined;
};

const spans = PAGES.flatMap((page) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/`([^`\n]*script\/admin [^`\n]+)`/g)].map(
    ([, span = '']) => ({ page, text: span }),
  ),
);
const blocks = readCodeBlocks().map(({ page, code }) => ({ page, text: code }));

it('each call of script/admin that a guide shows is of a command that there is, with options that it takes', () => {
  const calls = [...spans, ...blocks].flatMap(({ page, text }) =>
    readCalls(text).map((call) => ({ page, call })),
  );
  expect(calls.length).toBeGreaterThan(25);
  expect(calls.flatMap(({ page, call }) => (judge(call) ? [`${page}: ${judge(call)}`] : []))).toEqual([]);
});

it('a call of none, and an option that a command does not take, are found', () => {
  expect(readCalls('script/admin frob --json; echo').map(judge)).toEqual(['no command: frob --json']);
  expect(judge('organisation create --name Acme --plane pro')).toBe('organisation create takes no --plane');
  expect(judge('migrate --dry-run')).toBeUndefined();
});
