import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export const listChildren = (parent: number, part: string): number[] =>
  listProcesses(parent)
    .filter(({ ppid, state, args }) => ppid === parent && !state.startsWith('Z') && args.includes(part))
    .map(({ pid }) => pid);

type Process = { pid: number; ppid: number; state: string; args: string };

/** /proc on Linux, for tests that look twenty times a second: another program takes longer on a busy host. */
const listProcesses = (parent: number): Process[] =>
  process.platform === 'linux' ? readChildren(parent) : askPs();

const readChildren = (parent: number): Process[] =>
  readdirSync(`/proc/${parent}/task`)
    .flatMap((thread) => read(`/proc/${parent}/task/${thread}/children`).split(' ').map(Number))
    .filter((pid) => pid > 0)
    .map((pid) => ({
      pid,
      ppid: parent,
      state: /\) (\S)/.exec(read(`/proc/${pid}/stat`))?.[1] ?? 'Z',
      args: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' '),
    }));

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has just ended.
    return '';
  }
};

const askPs = (): Process[] => {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((found) => found !== null)
    .map(([, pid, ppid, state, args]) => ({
      pid: Number(pid),
      ppid: Number(ppid),
      state: state!,
      args: args!,
    }));
};
