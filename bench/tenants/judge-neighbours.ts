import type { Table } from '../../docs/pages/page.ts';
import {
  addCounts,
  inMs,
  judgeAtMost,
  medianOf,
  percentile,
  tell,
  type Finding,
} from '../harness/figures.ts';
import { limitBeside } from '../queues/judge-queues.ts';
import type { Outcomes } from './attack/call-service.ts';
import { KINDS, type Kind, type Work } from './work-steadily.ts';

/** `ownDelayMs`: how late this process itself was, p99: no figure is better than that. */
type Phase = Work & { ownDelayMs: number };
export type Round = { alone: Phase; attacked: Phase; outcomes: Outcomes; mails: number };

/**
 * Compares what the neighbours waited alone and beside the attack. The median of the phases counts, since something else
 * on the machine may befall any of them.
 */
export const judgeNeighbours = (rounds: Round[]): Finding[] => {
  const failures = rounds.flatMap(({ alone, attacked }) => [...alone.failures, ...attacked.failures]);
  const kinds = failures.length === 0 ? '' : `: ${[...new Set(failures)].join(', ')}`;
  const late = middles(rounds, (phase) => phase.ownDelayMs);
  return [
    ...KINDS.flatMap((kind) => judgeKind(rounds, kind)),
    judgeAtMost('calls of the neighbours that were refused or failed', failures.length, {
      most: 0,
      inWords: (count) => `${count}${count > 0 ? kinds : ''}`,
    }),
    tell('how late the measuring process was itself, p99: alone, attacked', late.map(inMs).join(', ')),
  ];
};

const judgeKind = (rounds: Round[], kind: Kind): Finding[] => {
  const of = (share: number) => middles(rounds, ({ tookMs }) => percentile(tookMs[kind], share));
  const [alone, attacked] = of(0.99);
  const each = rounds.map((round) => percentile(round.attacked.tookMs[kind], 0.99).toFixed(0)).join(', ');
  return [
    tell(`${kind}, p50: alone, attacked`, of(0.5).map(inMs).join(', ')),
    judgeAtMost(`${kind}, p99: alone, attacked (of the rounds: ${each})`, attacked, {
      most: limitBeside(alone),
      result: `${inMs(alone)}, ${inMs(attacked)}`,
      inWords: inMs,
    }),
  ];
};

const middles = (rounds: Round[], valueOf: (phase: Phase) => number): [alone: number, attacked: number] => [
  medianOf(rounds.map(({ alone }) => valueOf(alone))),
  medianOf(rounds.map(({ attacked }) => valueOf(attacked))),
];

/** How the attack's calls ended, in all rounds together. */
export const listRefusals = (rounds: Round[]): Table => {
  const kinds = [...new Set(rounds.flatMap(({ outcomes }) => Object.keys(outcomes)))];
  const rows = kinds.map((kind) => {
    const total = addCounts(rounds.map(({ outcomes }) => outcomes[kind] ?? {}));
    const ended = Object.entries(total).toSorted(([, a], [, b]) => b - a);
    return [kind, ended.map(([outcome, count]) => `${outcome}: ${count}`).join(', ')];
  });
  const mails = ['e-mails sent, of everybody', `${rounds.at(-1)?.mails ?? 0}`];
  return { head: ['what the attack did', 'how it ended'], rows: [...rows, mails] };
};
