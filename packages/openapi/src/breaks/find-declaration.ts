import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Finds where a break is declared: the changeset of type major, or the SDK's version once the changesets are spent on
 * it. Undefined when it is not declared.
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
