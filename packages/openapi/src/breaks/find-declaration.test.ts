import { afterEach, beforeEach, expect, test } from 'vitest';
import { findDeclaration } from './find-baseline.ts';
import { openReleaseRepository } from '../testing/open-release-repository.ts';

const RELEASED = { sdkVersion: '1.4.0' };
const changeset = (type: string, text = 'What changed.') =>
  `---\n'@field-inspection/sdk': ${type}\n---\n\n${text}\n`;

let repository: ReturnType<typeof openReleaseRepository>;
beforeEach(() => {
  repository = openReleaseRepository();
  repository.write('.changeset/config.json', '{}');
  repository.write('packages/sdk/package.json', '{"version":"1.4.0"}');
});
afterEach(() => repository.close());

test('a changeset of type major declares', async () => {
  repository.write('.changeset/a.md', changeset('minor'));
  repository.write('.changeset/b.md', changeset('major'));
  expect(await findDeclaration(repository.root, RELEASED)).toBe('.changeset/b.md');
});

test.each(['"major"', 'major\r'])('however it is written: %j', async (type) => {
  repository.write('.changeset/a.md', changeset(type));
  expect(await findDeclaration(repository.root, RELEASED)).toBe('.changeset/a.md');
});

test('other types declare nothing, whatever their text says', async () => {
  repository.write('.changeset/a.md', changeset('minor', 'x: major'));
  repository.write('.changeset/b.md', changeset('patch', '---\nx: major\n---'));
  repository.write('.changeset/README.md', 'x: major\n');
  expect(await findDeclaration(repository.root, RELEASED)).toBeUndefined();
});

test('a new major of the SDK declares, when its changesets are spent', async () => {
  repository.write('packages/sdk/package.json', '{"version":"2.0.0"}');
  expect(await findDeclaration(repository.root, RELEASED)).toBe('packages/sdk 2.0.0');
});

test.each(['1.5.0', '1.4.0'])('%s after 1.4.0 declares nothing', async (version) => {
  repository.write('packages/sdk/package.json', JSON.stringify({ version }));
  expect(await findDeclaration(repository.root, RELEASED)).toBeUndefined();
});
