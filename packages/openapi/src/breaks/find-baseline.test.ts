import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBaseline } from './find-baseline.ts';
import { openReleaseRepository } from '../testing/open-release-repository.ts';

let repository: ReturnType<typeof openReleaseRepository>;
beforeEach(() => {
  repository = openReleaseRepository();
});
afterEach(() => repository.close());

test('the baseline is the last release, whatever was committed since', async () => {
  repository.commit({ document: '{"a":1}', sdkVersion: '0.1.0', tag: '@field-inspection/sdk@0.1.0' });
  repository.commit({ document: '{"a":2}', sdkVersion: '1.2.0', tag: '@field-inspection/sdk@1.2.0' });
  repository.commit({ document: '{"a":3}', sdkVersion: '1.2.0' });
  expect(await findBaseline(repository.root)).toEqual({
    tag: '@field-inspection/sdk@1.2.0',
    document: '{"a":2}',
    sdkVersion: '1.2.0',
  });
});

test('a release of another branch is not one of this', async () => {
  repository.commit({ document: '{"a":1}', sdkVersion: '1.0.0', tag: 'v1.0.0' });
  repository.git('checkout', '--quiet', '-b', 'next');
  repository.commit({ document: '{"a":2}', sdkVersion: '2.0.0', tag: 'v2.0.0' });
  repository.git('checkout', '--quiet', 'main');
  expect(await findBaseline(repository.root)).toMatchObject({ tag: 'v1.0.0', document: '{"a":1}' });
});

test('before the first release there is none', async () => {
  repository.commit({ document: '{}', sdkVersion: '0.0.0' });
  expect(await findBaseline(repository.root)).toEqual({ reason: 'nothing has been released' });
});

test('a release without a document is none', async () => {
  repository.git('commit', '--quiet', '--allow-empty', '--message', 'empty');
  repository.git('tag', 'v0');
  expect(await findBaseline(repository.root)).toEqual({
    reason: 'v0 has no packages/openapi/openapi.json',
  });
});

test('a shallow clone without tags says how to bring them', async () => {
  repository.commit({ document: '{}', sdkVersion: '1.0.0', tag: 'v1.0.0' });
  repository.commit({ document: '{"a":1}', sdkVersion: '1.0.0' });
  const clone = mkdtempSync(join(tmpdir(), 'openapi-clone-'));
  try {
    const url = pathToFileURL(repository.root).href;
    execFileSync('git', ['clone', '--quiet', '--depth=1', '--no-tags', url, clone]);
    expect(await findBaseline(clone)).toMatchObject({
      reason: expect.stringContaining('--unshallow --tags'),
    });
  } finally {
    rmSync(clone, { recursive: true });
  }
});

test('a folder that is no checkout has nothing to compare with', async () => {
  rmSync(join(repository.root, '.git'), { recursive: true });
  expect(await findBaseline(repository.root)).toEqual({ reason: 'this is no git checkout' });
});

test('a repository that git can not read is a fault, not an answer', async () => {
  rmSync(join(repository.root, '.git', 'HEAD'));
  await expect(findBaseline(repository.root)).rejects.toThrow('not a git repository');
});
