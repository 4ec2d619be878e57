import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const openReleaseRepository = () => {
  const root = mkdtempSync(join(tmpdir(), 'openapi-release-'));
  // The person who runs the tests may sign commits or have hooks.
  const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env, encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'test');
  git('config', 'user.email', 'test@example.com');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  return {
    root,
    git,
    write,
    commit: ({ document, sdkVersion, tag }: { document: string; sdkVersion: string; tag?: string }) => {
      write('packages/openapi/openapi.json', document);
      write('packages/sdk/package.json', JSON.stringify({ version: sdkVersion }));
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', 'commit');
      if (tag) git('tag', tag);
    },
    close: () => rmSync(root, { recursive: true }),
  };
};
