import { execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { ROOT } from './root.ts';

/** The same files make the same bytes: sorted, of nobody, and as old as the commit. */
export const packFolder = async (folder: string): Promise<string> => {
  const archive = `${folder}.tar.gz`;
  const tar = spawn(
    'tar',
    [
      '--create',
      '--format=gnu',
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u+rw,go+r-w,a+X',
      `--mtime=@${await readCommitTime()}`,
      `--directory=${dirname(folder)}`,
      basename(folder),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<number | null>((resolve) => tar.on('close', resolve));
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(archive));
  const status = await ended;
  if (status !== 0) throw new Error(`tar ended with ${status}: this needs GNU tar`);
  return archive;
};

/** Seconds, as reproducible builds are told them (https://reproducible-builds.org/specs/source-date-epoch). */
const readCommitTime = async (): Promise<string> => {
  const { SOURCE_DATE_EPOCH: given } = process.env;
  if (given) return given;
  const { stdout } = await promisify(execFile)('git', ['log', '-1', '--format=%ct'], { cwd: ROOT });
  return stdout.trim();
};
