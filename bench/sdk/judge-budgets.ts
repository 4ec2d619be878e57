import { isComplete, OURS, RIVALS, type Library } from './libraries.ts';
import type { Bundles } from './measure-bundles.ts';
import type { Measurements } from './measure-libraries.ts';
import { BODY_SIZES } from './measure-probes.ts';
import { inBytes, inCount, inKilobytes, inMs, perSecond, times } from './units.ts';

/**
 * Milliseconds say nothing on another machine. Where these were set, svix, the fastest that does the whole, was
 * measured with them.
 */
export const TIME_BUDGETS = {
  import: { limitMs: 15, svixMs: 22 },
  check: { limitMs: 50, svixMs: 30 },
};

/**
 * Bytes gzipped. The client's core and its operations have budgets of their own, since there will be more
 * operations: what each may cost must not depend on how many there are.
 */
export const SIZE_BUDGETS = { core: 8760, operation: 25, verifyWebhook: 1400 };

/** A line of the table; everything in words but the verdict. */
export type Judgement = {
  what: string;
  budget: string;
  ours: string;
  rival: string;
  ratio: string;
  held: boolean;
  /** Whether the rival is better. */
  behind: boolean;
};

/** The budgets, each beside what was measured and the rival that is best at the same. */
export const judgeBudgets = (measured: Measurements): Judgement[] => [
  ...judgeSizes(measured),
  ...judgeCosts(measured),
  ...BODY_SIZES.flatMap((sizeBytes) => judgeVerifications(measured, sizeBytes)),
];

const judgeSizes = ({ bundles, installs, operations }: Measurements): Judgement[] => {
  const sizeOf = (task: keyof Bundles) => (library: Library) => bundles.get(library.name)?.[task]?.gzipped;
  return [
    judgeAtMost('client without its operations, gzipped', {
      limit: SIZE_BUDGETS.core,
      inWords: inBytes,
      valueOf: () => operations.core,
      rivals: [],
    }),
    judgeAtMost('each operation, on average, gzipped', {
      limit: SIZE_BUDGETS.operation,
      inWords: inBytes,
      valueOf: (library) => (library === OURS ? operations.each : operations.polar),
      rivals: RIVALS.filter(({ name }) => name === 'polar'),
    }),
    judgeAtMost('`verifyWebhook` alone, gzipped', {
      limit: SIZE_BUDGETS.verifyWebhook,
      inWords: inBytes,
      valueOf: sizeOf('webhooks'),
      rivals: RIVALS,
    }),
    judgeAtMost('installed, with dependencies', {
      limit: 1_500_000,
      inWords: inKilobytes,
      valueOf: ({ name }) => installs.get(name)?.totalBytes,
    }),
    judgeAtMost('dependencies', {
      limit: 0,
      inWords: inCount,
      valueOf: ({ name }) => installs.get(name)?.dependencies,
    }),
  ];
};

const judgeCosts = ({ imports, types }: Measurements): Judgement[] => {
  const importOf = ({ entry }: Library) => imports.get(entry ?? '');
  return [
    judgeTime('first import', TIME_BUDGETS.import, (library) => importOf(library)?.ms),
    judgeAtMost('heap after the import', {
      limit: 400_000,
      inWords: inKilobytes,
      valueOf: (library) => importOf(library)?.heapBytes,
    }),
    judgeAtMost('instantiations of types', {
      limit: 50,
      inWords: inCount,
      valueOf: ({ name }) => types.get(name)?.instantiations,
    }),
    judgeTime('check of the types', TIME_BUDGETS.check, ({ name }) => types.get(name)?.checkMs),
  ];
};

type Budget = {
  limit: number;
  inWords: (value: number) => string;
  valueOf: (library: Library) => number | undefined;
  rivals?: readonly Library[];
};

const judgeAtMost = (
  what: string,
  { limit, inWords, valueOf, rivals = RIVALS.filter(isComplete) }: Budget,
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
