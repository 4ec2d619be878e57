import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** What script/fetch-coturn unpacks where the host has none. */
const FETCHED = join(import.meta.dirname, '../../.toolchain/coturn/turnserver');

/** coturn; undefined where there is none. */
export const findTurnServer = (): string | undefined =>
  [process.env['TURNSERVER_PATH'], FETCHED, 'turnserver'].find(
    (program) => program && spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0,
  );
