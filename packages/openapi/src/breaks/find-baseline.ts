import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readFile, readdir } from 'node:fs/promises';

export type Baseline = { tag: string; document: string; sdkVersion: string };

/**
 * Finds the last release before the checkout's commit, or the reason why there is none to compare with.
 *
 * @throws what git says when it can't tell: a check that can't look must not pass
 */
export const findBaseline = async (root: string): Promise<Baseline | { reason: string }> => {
  if (!existsSync(join(root, '.git'))) return { reason: 'this is no git checkout' };
  if (!(await git(root, 'tag', '--merged', 'HEAD'))) return { reason: await explainNoTag(root) };
  const tag = (await git(root, 'describe', '--tags', '--abbrev=0')).trim();
  const files = await git(root, 'ls-tree', '--name-only', tag, '--', DOCUMENT, SDK);
  if (!files.includes(DOCUMENT)) return { reason: `${tag} has no ${DOCUMENT}` };
  const document = await git(root, 'show', `${tag}:${DOCUMENT}`);
  const sdk = files.includes(SDK) ? await git(root, 'show', `${tag}:${SDK}`) : '{}';
  const { version = '0.0.0' } = JSON.parse(sdk) as { version?: string };
  return { tag, document, sdkVersion: version };
};

const DOCUMENT = 'packages/openapi/openapi.json';
const SDK = 'packages/sdk/package.json';

// A shallow clone may lack the repository's tags.
const explainNoTag = async (root: string) =>
  (await git(root, 'rev-parse', '--is-shallow-repository')).trim() === 'true'
    ? 'the clone is shallow and has no tag; git fetch --unshallow --tags brings them'
    : 'nothing has been released';

const git = async (root: string, ...args: string[]): Promise<string> => {
  // A checkout in a container often belongs to another user, and then git does not trust it.
  const { stdout } = await promisify(execFile)('git', ['-c', `safe.directory=${root}`, ...args], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
};

/**
 * A break is declared by a changeset of type major, or by the SDK's version once the changesets are spent. Gives
 * undefined for an undeclared one.
 */
export const findDeclaration = async (
  root: string,
  { sdkVersion }: { sdkVersion: string },
): Promise<string | undefined> => {
  const folder = join(root, '.changeset');
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.md')).sort()) {
    if (isMajor(await readFile(join(folder, name), 'utf8'))) return `.changeset/${name}`;
  }
  const { version } = JSON.parse(await readFile(join(root, 'packages/sdk/package.json'), 'utf8')) as {
    version: string;
  };
  return majorOf(version) > majorOf(sdkVersion) ? `packages/sdk ${version}` : undefined;
};

const isMajor = (changeset: string): boolean => {
  const [, front = ''] = /^---\r?\n(.*?)\r?\n---/s.exec(changeset) ?? [];
  return /:\s*['"]?major['"]?\s*$/m.test(front);
};

const majorOf = (version: string) => Number.parseInt(version, 10);
