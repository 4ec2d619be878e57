import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeBundleFiles } from '../packages/sdk/consumers/write-bundle-files.ts';
import { writeReportFiles } from '../packages/sdk/consumers/write-report-files.ts';
import { readCodeBlocks, SDK } from './code-blocks/read-code-blocks.ts';

/* What the guide shows for a shell, run beside a bundle, a report and their roots. */
const blocks = readCodeBlocks().filter(
  ({ page, language }) => page === 'docs/verifying-evidence.md' && language === 'sh',
);

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-blocks-'));
  await writeBundleFiles(folder);
  await writeReportFiles(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(part: string): Promise<string> {
  const { code } = blocks.find((block) => block.code.includes(part))!;
  // As it is published: packages/sdk/src/thorough/package.test.ts runs npx itself.
  const program = code.replace('npx @field-inspection/sdk', `${process.execPath} ${join(SDK, 'src/cli.ts')}`);
  const options = { cwd: folder };
  const { stdout, stderr } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', program], options);
  return stdout + stderr;
}

it('the command verifies a bundle', async () => {
  expect(await run('sdk verify bundle.zip')).toContain('bundle.zip: VERIFIED');
});

it('the command verifies a report', async () => {
  expect(await run('sdk verify report.pdf')).toContain('report.pdf: TRUSTED');
});

it('by hand: openssl takes the token, and the hashes of the files are those in the chain', async () => {
  const printed = await run('openssl ts -verify');
  expect(printed).toContain('Verification: OK');
  const [file] = /^[0-9a-f]{64}(?= +originals)/m.exec(printed)!;
  expect(printed).toContain(`"sha256":"${file}"`);
});

it('no other', () => {
  expect(blocks).toHaveLength(3);
});
