import { spawnSync } from 'node:child_process';

/** The processes that a process has started and that run, whose command holds `part`. */
export const listChildren = (parent: number, part: string): number[] => {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((found) => found !== null)
    .filter(
      ([, , ppid, state, args]) => Number(ppid) === parent && !state!.startsWith('Z') && args!.includes(part),
    )
    .map(([, pid]) => Number(pid));
};
