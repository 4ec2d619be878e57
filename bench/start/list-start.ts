import { withRange } from '../page/median.ts';
import type { Table } from '../page/part.ts';
import { ROLES, type Start } from './measure-start.ts';

const inSeconds = (ms: number): string => (ms / 1000).toFixed(2);
const inMebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)}`;

export const listStart = ({ roles, inspections }: Start): Table => ({
  head: [
    'process',
    'first start s',
    'later start s',
    'at rest MiB',
    'at most under load MiB',
    '10 s after MiB',
    'inspections in the load',
  ],
  rows: ROLES.map((role) => {
    const { firstMs, laterMs, memory } = roles[role];
    return [
      role,
      withRange(firstMs, inSeconds),
      withRange(laterMs, inSeconds),
      inMebibytes(memory.restBytes),
      inMebibytes(memory.loadedBytes),
      inMebibytes(memory.afterBytes),
      `${role === 'all' ? inspections.all : inspections.apart}`,
    ];
  }),
});
