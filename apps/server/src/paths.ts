import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A checkout runs its sources; a build (script/build-server) has programs in their place. */
export const IS_BUILT = import.meta.filename.endsWith('.js');

// All programs of a build lie in one folder, so that this module has the same way up from each.
const ROOT = new URL(IS_BUILT ? '../' : '../../../', import.meta.url);

export const ROOT_DIR = fileURLToPath(ROOT);
export const PRISMA_DIR = fileURLToPath(new URL('prisma', ROOT));

/** `path` begins at this folder. What is read beside the sources has the same place in a build. */
export const locateFile = (path: string): URL => new URL(`apps/server/src/${path}`, ROOT);

/** A file that runs in a thread or a process of its own, by its path from here without the ending. */
export const locateProgram = (path: string): URL =>
  IS_BUILT ? new URL(`programs/${basename(path)}.js`, ROOT) : locateFile(`${path}.ts`);
