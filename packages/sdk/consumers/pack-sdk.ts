import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export async function packSdk(folder: string): Promise<string> {
  const tarball = join(folder, 'sdk.tgz');
  const options = { cwd: join(import.meta.dirname, '..'), timeout: 240_000 };
  // The prepack builds: an old dist can't be packed.
  await promisify(execFile)('pnpm', ['pack', '--out', tarball], options);
  return tarball;
}
