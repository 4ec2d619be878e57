import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';

let count = 0;
const kept: Buffer[] = [];

/** Answers with the order and the number of orders so far, or misbehaves when told to. */
export const obey = async (order: string): Promise<unknown> => {
  count += 1;
  if (order === 'work') work();
  if (order === 'die') process.exit(1);
  if (order === 'crash') process.abort();
  if (order === 'hang') for (;;);
  if (order === 'wait') await new Promise(() => {});
  if (order === 'refuse') throw Object.assign(new Error('refused'), { code: 'ENOSPC' });
  if (order === 'speak') {
    process.stdout.write('a word to somebody@example.com. ');
    process.stderr.write('and a warning');
  }
  if (order === 'eat') for (const eaten: Buffer[] = []; ;) eaten.push(Buffer.alloc(1024 * 1024, 1));
  if (order === 'keep') kept.push(Buffer.alloc(400 * 1024 * 1024, 1));
  if (order === 'describe') return describe();
  return [order, count, process.pid];
};

const describe = () => ({
  environment: readFileSync('/proc/self/environ', 'utf8').match(/[^\0]+/g),
  execArgv: process.execArgv,
  priorities: readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread))),
  oom: readFileSync('/proc/self/oom_score_adj', 'utf8').trim(),
});

const work = (): void => {
  const begun = process.cpuUsage();
  const usedMs = () => Object.values(process.cpuUsage(begun)).reduce((sum, micros) => sum + micros) / 1000;
  while (usedMs() < 100);
};
