import { isComplete, OURS, RIVALS, type Library } from './libraries.ts';
import type { Measurements } from './measure-libraries.ts';
import { BODY_SIZES } from './measure-probes.ts';
import { inBytes, inCount, inKilobytes, inMs, perSecond, times } from './units.ts';

/** Milliseconds mean nothing on another machine, so svix, the fastest complete library, was measured beside them. */
export const TIME_BUDGETS = {
  import: { limitMs: 15, svixMs: 22 },
  check: { limitMs: 50, svixMs: 30 },
};

/**
 * Bytes gzipped. The core and each operation have their own budgets, so that more operations don't change what each may
 * cost.
 */
export const SIZE_BUDGETS = { core: 8920, operation: 25, verifyWebhook: 1400 };

export type Judgement = {
  what: string;
  budget: string;
  ours: string;
  rival: string;
  ratio: string;
  held: boolean;
  behind: boolean;
};

/** Each budget stands beside the measured figure and the best rival's. */
export const judgeBudgets = (measured: Measurements): Judgement[] => {
  const { bundles, imports, installs, operations, types } = measured;
  const importOf = ({ entry }: Library) => imports.get(entry ?? '');
  const core: Measure = { inWords: inBytes, valueOf: () => operations.core, rivals: [] };
  const operation: Measure = {
    inWords: inBytes,
    valueOf: (library) => (library === OURS ? operations.each : operations.polar),
    rivals: RIVALS.filter(({ name }) => name === 'polar'),
  };
  const verifier: Measure = {
    inWords: inBytes,
    valueOf: ({ name }) => bundles.get(name)?.webhooks?.gzipped,
    rivals: RIVALS,
  };
  const installed: Measure = { inWords: inKilobytes, valueOf: ({ name }) => installs.get(name)?.totalBytes };
  const packages: Measure = { inWords: inCount, valueOf: ({ name }) => installs.get(name)?.dependencies };
  const heap: Measure = { inWords: inKilobytes, valueOf: (library) => importOf(library)?.heapBytes };
  const instances: Measure = { inWords: inCount, valueOf: ({ name }) => types.get(name)?.instantiations };
  return [
    judgeAtMost('client without its operations, gzipped', SIZE_BUDGETS.core, core),
    judgeAtMost('each operation, on average, gzipped', SIZE_BUDGETS.operation, operation),
    judgeAtMost('`verifyWebhook` alone, gzipped', SIZE_BUDGETS.verifyWebhook, verifier),
    judgeAtMost('installed, with dependencies', 1_500_000, installed),
    judgeAtMost('dependencies', 0, packages),
    judgeTime('first import', TIME_BUDGETS.import, (library) => importOf(library)?.ms),
    judgeAtMost('heap after the import', 400_000, heap),
    judgeAtMost('instantiations of types', 50, instances),
    judgeTime('check of the types', TIME_BUDGETS.check, ({ name }) => types.get(name)?.checkMs),
    ...BODY_SIZES.flatMap((sizeBytes) => judgeVerifications(measured, sizeBytes)),
  ];
};

type Measure = {
  inWords: (value: number) => string;
  valueOf: (library: Library) => number | undefined;
  rivals?: readonly Library[];
};

const judgeAtMost = (
  what: string,
  limit: number,
  { inWords, valueOf, rivals = RIVALS.filter(isComplete) }: Measure,
): Judgement => {
  const ours = valueOf(OURS)!;
  const [best] = rivals
    .map((library) => ({ name: library.name, value: valueOf(library) ?? Infinity }))
    .sort((a, b) => a.value - b.value);
  const judged = {
    what,
    budget: `≤ ${inWords(limit).replace('.0 ', ' ')}`,
    ours: inWords(ours),
    held: ours <= limit,
  };
  if (!best) return { ...judged, rival: '', ratio: '', behind: false };
  return {
    ...judged,
    rival: `${inWords(best.value)}, ${best.name}`,
    ratio: best.value > 0 ? times(ours / best.value) : '',
    behind: ours > best.value,
  };
};

const judgeTime = (
  what: string,
  { limitMs, svixMs }: { limitMs: number; svixMs: number },
  valueOf: (library: Library) => number | undefined,
): Judgement => {
  const ours = valueOf(OURS)!;
  const svix = valueOf(RIVALS.find(({ name }) => name === 'svix')!)!;
  return {
    what,
    budget: `≤ ${times(limitMs / svixMs)} svix`,
    ours: inMs(ours),
    rival: `${inMs(svix)}, svix`,
    ratio: times(ours / svix),
    held: ours / svix <= limitMs / svixMs,
    behind: ours > svix,
  };
};

const judgeVerifications = ({ verifications }: Measurements, sizeBytes: number): Judgement[] => {
  const found = verifications.get(sizeBytes)!;
  const body = `of ${Math.round(sizeBytes / 1024)} KiB`;
  return [
    { what: `verifications ${body}, text`, name: 'ours', rival: 'stripe', limit: 1 },
    { what: `verifications ${body}, bytes`, name: 'ours, bytes', rival: 'stripe, bytes', limit: 1 },
    {
      what: `verifications ${body}, text, second secret of two`,
      name: 'ours, rotated',
      rival: 'stripe',
      limit: 0.5,
    },
  ].map(({ what, name, rival, limit }) => {
    const { perSecond: ours, ofStripe } = found.get(name)!;
    return {
      what,
      budget: `≥ ${times(limit)} stripe`,
      ours: perSecond(ours),
      rival: `${perSecond(found.get(rival)!.perSecond)}, stripe`,
      ratio: times(ofStripe),
      held: ofStripe >= limit,
      behind: ofStripe < limit,
    };
  });
};
