import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from '../terminal/terminal.ts';

/** Follows the XDG Base Directory specification, or APPDATA. */
export function findConfigFolder({ env }: Pick<Terminal, 'env'>): string {
  const base = env['XDG_CONFIG_HOME'] || env['APPDATA'] || join(env['HOME'] || homedir(), '.config');
  return join(base, 'field-inspection');
}
