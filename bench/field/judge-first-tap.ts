import type { Finding } from '../finding.ts';
import { medianOf, withRange } from '../page/median.ts';
import type { Round } from './measure-first-tap.ts';

const TAP_MS = 5_000;
const REQUESTS = 3;
const KILOBYTES = 25;
const inSeconds = (ms: number): string => (ms / 1000).toFixed(1);
const inKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

export const judgeFirstTap = (rounds: readonly Round[]): Finding[] => {
  const first = rounds.map((round) => round.first);
  const asked = Math.max(...first.map(({ requests }) => requests));
  const bytes = first.map((visit) => visit.bytes);
  const taps = rounds.map(({ first }) => first.tapMs);
  const tell = (what: string, result: string): Finding => ({ what, result, limit: '', holds: null });
  return [
    {
      what: 'first visit: from the link to the tap that joins',
      result: `${withRange(taps, inSeconds)} s`,
      limit: `≤ ${TAP_MS / 1000} s`,
      holds: medianOf(taps) <= TAP_MS,
    },
    {
      what: 'first visit: requests until the tap works, at most',
      result: `${asked}`,
      limit: `≤ ${REQUESTS}`,
      holds: asked <= REQUESTS,
    },
    {
      what: 'first visit: what came until then, headers included',
      result: withRange(bytes, inKilobytes),
      limit: `≤ ${KILOBYTES} kB`,
      holds: medianOf(bytes) <= KILOBYTES * 1000,
    },
    tell(
      'second visit: from the link to the tap that joins',
      `${withRange(
        rounds.map(({ second }) => second.tapMs),
        inSeconds,
      )} s`,
    ),
  ];
};
