import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import server from '../../apps/server/package.json' with { type: 'json' };

/** The same words start it as in a checkout; an image starts `bin/node programs/main.js`, without a shell. */
export const writeLaunchers = async (folder: string): Promise<void> => {
  // Node.js reads here that the programs are modules.
  const manifest = { name: 'fis', version: server.version, private: true, type: 'module' };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await mkdir(join(folder, 'script'));
  for (const [name, program] of [
    ['server', 'main'],
    ['admin', 'admin'],
  ]) {
    const file = join(folder, 'script', name!);
    await writeFile(file, writeLauncher(program!));
    await chmod(file, 0o755);
  }
};

const writeLauncher = (program: string): string => `#!/bin/sh
folder=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
exec "$folder/bin/node" "$folder/programs/${program}.js" "$@"
`;
