import type { SoakWorld } from '../open-soak-world.ts';
import type { Finding } from './finding.ts';

const FAULTS = ['"msg":"request failed"', '"msg":"undeclared error code"', 'UnhandledPromiseRejection'];

/** No process logged a failure that is its own. */
export const checkLogs = ({ processes }: SoakWorld): Finding => {
  const lines = processes.all.flatMap((process) => process.lines.flat());
  return {
    name: 'no process logged a fault of its own',
    checked: lines.length,
    faults: lines.filter((line) => FAULTS.some((fault) => line.includes(fault))),
  };
};
