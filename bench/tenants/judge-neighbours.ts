import { inMs, type Finding } from '../finding.ts';
import { percentile } from '../percentile.ts';
import type { Outcomes } from './attack/attack-message.ts';
import { KINDS, type Kind, type Work } from './work-steadily.ts';

/** `ownDelayMs`: how late this process itself was, p99: no figure is better than that. */
type Phase = Work & { ownDelayMs: number };
export type Round = { alone: Phase; attacked: Phase; outcomes: Outcomes; mails: number };

const FACTOR = 2;
const FLOOR_MS = 100;

/** What a neighbour may wait beside an attack, who waits so long without one. */
export const limitBeside = (aloneMs: number): number => Math.max(FACTOR * aloneMs, FLOOR_MS);

/**
 * What the neighbours waited alone and beside the attack. Of each phase the p99, and of those the median, since something
 * else on the machine may befall any of them.
 */
export const judgeNeighbours = (rounds: Round[]): Finding[] => {
  const failures = rounds.flatMap(({ alone, attacked }) => [...alone.failures, ...attacked.failures]);
  return [
    ...KINDS.flatMap((kind) => judgeKind(rounds, kind)),
    {
      what: 'calls of the neighbours that were refused or failed',
      result: failures.length === 0 ? '0' : `${failures.length}: ${[...new Set(failures)].join(', ')}`,
      limit: '0',
      holds: failures.length === 0,
    },
    {
      what: 'how late the measuring process was itself, p99: alone, attacked',
      result: [
        middle(rounds, 'alone', (phase) => phase.ownDelayMs),
        middle(rounds, 'attacked', (phase) => phase.ownDelayMs),
      ]
        .map(inMs)
        .join(', '),
      limit: '',
      holds: null,
    },
  ];
};

const judgeKind = (rounds: Round[], kind: Kind): Finding[] => {
  const of = (phase: 'alone' | 'attacked', share: number) =>
    middle(rounds, phase, ({ tookMs }) => percentile(tookMs[kind], share));
  const p99 = { alone: of('alone', 0.99), attacked: of('attacked', 0.99) };
  const limitMs = limitBeside(p99.alone);
  const each = rounds.map(({ attacked }) => percentile(attacked.tookMs[kind], 0.99).toFixed(0)).join(', ');
  return [
    {
      what: `${kind}, p50: alone, attacked`,
      result: `${inMs(of('alone', 0.5))}, ${inMs(of('attacked', 0.5))}`,
      limit: '',
      holds: null,
    },
    {
      what: `${kind}, p99: alone, attacked (of the rounds: ${each})`,
      result: `${inMs(p99.alone)}, ${inMs(p99.attacked)}`,
      limit: inMs(limitMs),
      holds: p99.attacked <= limitMs,
    },
  ];
};

const middle = (rounds: Round[], phase: 'alone' | 'attacked', valueOf: (phase: Phase) => number): number =>
  percentile(
    rounds.map((round) => valueOf(round[phase])),
    0.5,
  );

/** How the attack's calls ended, in all rounds together. */
export const listRefusals = (rounds: Round[]): string => {
  const totals: Outcomes = {};
  for (const { outcomes } of rounds) {
    for (const [kind, counts] of Object.entries(outcomes)) {
      const total = (totals[kind] ??= {});
      for (const [outcome, count] of Object.entries(counts)) total[outcome] = (total[outcome] ?? 0) + count;
    }
  }
  const lines = Object.entries(totals).map(([kind, counts]) => {
    const ended = Object.entries(counts).sort(([, a], [, b]) => b - a);
    return `| ${kind} | ${ended.map(([outcome, count]) => `${outcome}: ${count}`).join(', ')} |`;
  });
  const mails = `| e-mails sent, of everybody | ${rounds.at(-1)?.mails ?? 0} |`;
  return ['\n| what the attack did | how it ended |\n| --- | --- |', ...lines, mails].join('\n');
};
