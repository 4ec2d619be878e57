import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from '../terminal/terminal.ts';

/** Gives the folder of the person's configuration of this program (XDG Base Directory, or APPDATA). */
export function findConfigFolder({ env }: Pick<Terminal, 'env'>): string {
  const base = env['XDG_CONFIG_HOME'] || env['APPDATA'] || join(env['HOME'] || homedir(), '.config');
  return join(base, 'field-inspection');
}
