import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export type Break = { rule: string; message: string; where: string };

export const listBreaks = async (base: string, revision: string): Promise<Break[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-diff-'));
  try {
    const files = [join(folder, 'base.json'), join(folder, 'revision.json')];
    await Promise.all(files.map((file, index) => writeFile(file, index === 0 ? base : revision)));
    const { changes } = JSON.parse(await runDiff(files)) as { changes: Change[] };
    return changes.flatMap(listMajor);
  } finally {
    await rm(folder, { recursive: true });
  }
};

type Change = { path: string; verdicts?: { ruleId: string; impact: string; message: string }[] };

const listMajor = ({ path, verdicts = [] }: Change): Break[] =>
  verdicts
    .filter(({ impact }) => impact === 'major')
    .map(({ ruleId, message }) => ({ rule: ruleId, message, where: readPointer(path) }));

const runDiff = async (files: string[]): Promise<string> => {
  // With `none` a break is no failure, so another exit code than 0 means that the comparison itself failed.
  const flags = ['--config', CONFIG, '--format', 'json', '--fail-on', 'none'];
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'diff', ...files, ...flags], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' },
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
  });
  return stdout;
};

const CLI = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
const CONFIG = fileURLToPath(new URL('../../redocly.yaml', import.meta.url));

const readPointer = (pointer: string): string =>
  pointer
    .replace(/^#\//, '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join(' › ');
