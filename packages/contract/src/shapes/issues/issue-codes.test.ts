import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ISSUE_CODES, nameIssue } from './issue-codes.ts';

it('docs/errors.md lists every code of errors[], with what it means, and no other', async () => {
  const page = await readFile(new URL('../../../../../docs/errors.md', import.meta.url), 'utf8');
  const [, section = ''] = /### The codes in `errors`\n([^]*?)\n## /.exec(page) ?? [];
  const rows = [...section.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, code, text]) => [code, text]);
  expect(rows).toEqual(Object.entries(ISSUE_CODES));
});

it('errors[].code is never custom: a rule of our own is about a value', () => {
  const [issue] = z
    .string()
    .refine(() => false)
    .safeParse('x').error!.issues;
  expect(issue!.code).toBe('custom');
  expect(nameIssue(issue!.code)).toBe('invalid_value');
  expect(nameIssue('too_big')).toBe('too_big');
  expect(nameIssue('toString')).toBe('invalid_value');
  expect(nameIssue(undefined)).toBe('invalid_value');
});
