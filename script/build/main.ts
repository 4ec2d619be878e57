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

const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: process.arch },
    out: { type: 'string', default: join(ROOT, 'dist') },
  },
});

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

if (isArchitecture(values.arch)) console.log(await buildServer(values.arch, resolve(values.out)));
else {
  console.error(`--arch ${values.arch}: there is a build for ${ARCHITECTURES.join(' and ')}`);
  process.exitCode = 1;
}
