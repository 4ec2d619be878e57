import type { Revision } from '../pdf/read-revisions.ts';
import { judgeRevocation, readAnswers, type ReadAnswer } from '../revocation/judge-revocation.ts';
import type { StepBudget } from '../step-budget.ts';
import type { IssuedCertificate } from '../x509/certificate-path.ts';
import { readStore } from './read-store.ts';

/** A revision's answers on revocation, and the time by which they existed: as an authority proves, or now. */
export type AnswerStore = {
  readonly revision: number;
  readonly answers: readonly ReadAnswer[];
  readonly seenBy: number;
  readonly isProven: boolean;
};

/** A trusted document timestamp saw everything up to the revision at `time`, in milliseconds since 1970. */
export type Archive = { readonly revision: number; readonly time: number };

/** Gives the stores that count once the trusted document timestamps are known. */
export type OpenStores = (archives: readonly Archive[]) => AnswerStore[];

/**
 * Stores of validation data: those under the first and the last trusted document timestamp, which prove when they
 * existed, and the present one. No others, since each is compared with each signature. Each answer is read once, as
 * most stand in all stores.
 *
 * @throws {ReportRefusal} `too_large`, by the result
 * @throws {TooComplex} by the result
 */
export function createStores(
  revisions: readonly Revision[],
  { now, budget }: { now: Date; budget: StepBudget },
): OpenStores {
  const read = {
    ocsps: new Map<Uint8Array, readonly ReadAnswer[]>(),
    crls: new Map<Uint8Array, readonly ReadAnswer[]>(),
  };
  const readOnce = (der: Uint8Array, kind: 'ocsps' | 'crls'): readonly ReadAnswer[] => {
    const answers = read[kind].get(der) ?? readAnswers({ ocsps: [], crls: [], [kind]: [der] }, budget);
    read[kind].set(der, answers);
    return answers;
  };
  return (archives) => {
    const ends = new Set([archives.at(0), archives.at(-1)].filter((archive) => archive !== undefined));
    const proven = [...ends].map(({ revision, time }) => ({ revision, seenBy: time, isProven: true }));
    const present = { revision: revisions.length - 1, seenBy: now.getTime(), isProven: false };
    return [...proven, present].map((store) => {
      const { ocsps, crls } = readStore(revisions[store.revision]!, budget);
      const answers = [
        ...ocsps.flatMap((der) => readOnce(der, 'ocsps')),
        ...crls.flatMap((der) => readOnce(der, 'crls')),
      ];
      return { ...store, answers };
    });
  };
}

export type LongTerm = { readonly level: 'B-LTA' | 'B-LT' | null; readonly isRevoked: boolean };

/**
 * Judges whether certificates had been revoked at a time, by the report's answers: `B-LT` when a store says good of
 * each, `B-LTA` when a document timestamp proves that store (ETSI EN 319 142-1, section 6.1); no level when something
 * is missing.
 *
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function judgeLevel(
  certificates: readonly IssuedCertificate[],
  { stores, after, at }: { stores: readonly AnswerStore[]; after: number; at: number },
): Promise<LongTerm> {
  const levels: LongTerm['level'][] = [];
  for (const store of stores) {
    // The last store repeats the answers of an earlier one.
    if (store.isProven && store.revision <= after) continue;
    const statuses: string[] = [];
    for (const pair of certificates) {
      statuses.push((await judgeRevocation({ ...store, ...pair, at })).status);
    }
    if (statuses.includes('revoked')) return { level: null, isRevoked: true };
    if (statuses.every((status) => status === 'good')) levels.push(store.isProven ? 'B-LTA' : 'B-LT');
  }
  return { level: levels.find((level) => level === 'B-LTA') ?? levels[0] ?? null, isRevoked: false };
}
