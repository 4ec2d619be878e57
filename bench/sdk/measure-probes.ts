import { medianOf } from '../harness/figures.ts';
import { inTurn } from '../harness/turns.ts';
import { LIBRARIES, OURS } from './libraries.ts';
import { runProbe, type Customer } from './open-customer.ts';

const subtract = <Figures extends Record<string, number>>(figures: Figures, nothing: Figures): Figures =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, value - nothing[name]!]),
  ) as Figures;

const middleOf = <Figures extends Record<string, number>>(rounds: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(rounds[0]!).map((name) => [name, medianOf(rounds.map((round) => round[name]!))]),
  ) as Figures;

/**
 * Measures each probe beyond the first, which is empty. Probes take turns, so that load on the machine meets all alike.
 */
const measureMore = async <Figures extends Record<string, number>>(
  rounds: number,
  probes: readonly (() => Figures)[],
): Promise<Figures[]> => {
  // The first round reads the files from the disk, and does not count.
  const [, ...measured] = await inTurn(1 + rounds, () => probes.map((probe) => probe()));
  const [nothing, ...others] = probes.map((_, place) => middleOf(measured.map((round) => round[place]!)));
  return others.map((figures) => subtract(figures, nothing!));
};

export type Import = { ms: number; heapBytes: number };

export const WEBHOOKS_ENTRY = `${OURS.packageName}/webhooks`;

export const measureImports = async (customer: Customer, rounds: number): Promise<Map<string, Import>> => {
  const specifiers = [...LIBRARIES.flatMap(({ entry }) => entry ?? []), WEBHOOKS_ENTRY];
  const probes = ['./nothing.mjs', ...specifiers].map(
    (specifier) => () =>
      runProbe<Import>(customer, 'probe-import.ts', { args: [specifier], flags: ['--expose-gc'] }),
  );
  const found = await measureMore(rounds, probes);
  return new Map(specifiers.map((specifier, place) => [specifier, found[place]!]));
};

export type TypeCost = { files: number; instantiations: number; types: number; checkMs: number };

/** By library: what its client and its verification cost the compiler, each in its own process. */
export const measureTypes = async (customer: Customer, rounds: number): Promise<Map<string, TypeCost>> => {
  const programs = LIBRARIES.map(({ client, webhooks }) => [client ?? [], webhooks ?? []].flat());
  const probes = [['nothing.mts'], ...programs].map(
    (args) => () => runProbe<TypeCost>(customer, 'probe-types.ts', { args }),
  );
  const found = await measureMore(rounds, probes);
  return new Map(LIBRARIES.map(({ name }, place) => [name, found[place]!]));
};

export const BODY_SIZES = [1024, 32_768] as const;

/** By case of probe-verify.ts. `ofStripe`: the median of the rounds' ratios to stripe with one secret. */
export type Verifications = Map<string, { perSecond: number; ofStripe: number }>;

export const measureVerifications = (
  customer: Customer,
  { sizeBytes, rounds }: { sizeBytes: number; rounds: number },
): Verifications => {
  // Many short turns, so that load on the machine meets all alike.
  const args = [sizeBytes, rounds, 60];
  const found = runProbe<Record<string, number[]>>(customer, 'probe-verify.ts', { args });
  return new Map(
    Object.entries(found).map(([name, msPerCall]) => {
      const stripe = found[name.endsWith('bytes') ? 'stripe, bytes' : 'stripe']!;
      const ratios = msPerCall.map((ms, round) => stripe[round]! / ms);
      return [name, { perSecond: medianOf(msPerCall.map((ms) => 1000 / ms)), ofStripe: medianOf(ratios) }];
    }),
  );
};
