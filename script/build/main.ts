import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import server from '../../apps/server/package.json' with { type: 'json' };
import { bundlePrograms } from './bundle-programs.ts';
import { copyFiles } from './copy-files.ts';
import { ARCHITECTURES, installParts, type Architecture } from './install-parts.ts';
import { packFolder } from './pack-folder.ts';
import { ROOT } from './root.ts';
import { writeLaunchers } from './write-launchers.ts';

const USAGE = `Usage: script/build-server [--arch ${ARCHITECTURES.join(' | ')}] [--out FOLDER]

Makes fis-${server.version}-linux-ARCH and its .tar.gz in FOLDER (dist unless given), for this machine's processor unless told another.`;

const readOptions = () => {
  try {
    const { values } = parseArgs({
      options: {
        arch: { type: 'string', default: process.arch },
        out: { type: 'string', default: join(ROOT, 'dist') },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    return { misuse: (error as Error).message };
  }
};

const isArchitecture = (name: string): name is Architecture =>
  (ARCHITECTURES as readonly string[]).includes(name);

const buildServer = async (arch: Architecture, out: string): Promise<string> => {
  const folder = join(out, `fis-${server.version}-linux-${arch}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await bundlePrograms(folder);
  await copyFiles(folder);
  await installParts(folder, arch);
  await writeLaunchers(folder);
  return packFolder(folder);
};

const fail = (words: string): void => {
  console.error(words);
  process.exitCode = 1;
};

const options = readOptions();
if ('misuse' in options) fail(`${options.misuse}\n\n${USAGE}`);
else if (options.help) console.log(USAGE);
else if (isArchitecture(options.arch)) console.log(await buildServer(options.arch, resolve(options.out)));
else fail(`--arch ${options.arch}: there is a build for ${ARCHITECTURES.join(' and ')}`);
