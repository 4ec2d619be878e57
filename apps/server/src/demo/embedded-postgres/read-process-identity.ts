import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { promisify } from 'node:util';

/**
 * Reads when the process with this pid started, or null when none runs. Pids are used again (in a container within
 * minutes), so a pid alone does not tell whether it is still the same program.
 */
export async function readProcessIdentity(pid: number): Promise<string | null> {
  if (platform() === 'linux') return readFromProc(pid);
  return readFromPs(pid);
}

async function readFromProc(pid: number): Promise<string | null> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // proc(5): the name in brackets may itself hold brackets and spaces; field 3 is the state, 22 the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A container's first process often never reaps, so a killed process may stay as a zombie for ever.
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  return fields[19] ?? null;
}

async function readFromPs(pid: number): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]);
    const [state = '', ...start] = stdout.trim().split(/\s+/);
    if (state === '' || state.startsWith('Z')) return null;
    return start.join(' ');
  } catch {
    return null;
  }
}
