import { percentile } from '../percentile.ts';
import { LIBRARIES } from './libraries.ts';
import type { Customer } from './open-customer.ts';
import { runProbe } from './run-probe.ts';

/** More than the compiler does for a program with nothing in it; the time is a median. */
export type TypeCost = { files: number; instantiations: number; types: number; checkMs: number };

const NOTHING = 'nothing.mts';

/** By library: what its client and its verification cost the compiler. Processes of their own, in turns. */
export const measureTypes = (customer: Customer, { rounds }: { rounds: number }): Map<string, TypeCost> => {
  const programs = new Map([
    [NOTHING, [NOTHING]],
    ...LIBRARIES.map(
      ({ name, client, webhooks }) =>
        [name, [client, webhooks].filter((file) => file !== undefined)] as const,
    ),
  ]);
  const found = new Map([...programs.keys()].map((name) => [name, [] as TypeCost[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, files] of programs)
      found.get(name)!.push(runProbe<TypeCost>(customer, 'probe-types.ts', { args: files }));
  }
  const costs = new Map([...found].map(([name, measured]) => [name, summarise(measured)]));
  const nothing = costs.get(NOTHING)!;
  return new Map([...costs].map(([name, cost]) => [name, subtract(cost, nothing)]));
};

const summarise = (measured: readonly TypeCost[]): TypeCost => ({
  ...measured[0]!,
  checkMs: percentile(
    measured.map(({ checkMs }) => checkMs),
    0.5,
  ),
});

const subtract = (cost: TypeCost, nothing: TypeCost): TypeCost => ({
  files: cost.files - nothing.files,
  instantiations: cost.instantiations - nothing.instantiations,
  types: cost.types - nothing.types,
  checkMs: cost.checkMs - nothing.checkMs,
});
