import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDrift } from './find-drift.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-drift-'));
});
afterAll(() => rm(folder, { recursive: true }));

const fileWith = async (name: string, text: string) => {
  await writeFile(join(folder, name), text);
  return pathToFileURL(join(folder, name));
};

test('the same bytes are no drift', async () => {
  expect(await findDrift(await fileWith('same.json', '{}\n'), '{}\n')).toBeUndefined();
});

test('one byte is drift, and the command that mends it is named', async () => {
  expect(await findDrift(await fileWith('other.json', '{}'), '{}\n')).toContain('pnpm openapi');
});

test('a file that is not there is drift', async () => {
  expect(await findDrift(pathToFileURL(join(folder, 'missing.json')), '{}\n')).toContain('pnpm openapi');
});

test('a file that can not be read is a fault, not drift', async () => {
  await expect(findDrift(pathToFileURL(folder), '{}\n')).rejects.toMatchObject({ code: 'EISDIR' });
});
