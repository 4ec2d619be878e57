import { percentile } from '../percentile.ts';
import { LIBRARIES, OURS, type Library } from './libraries.ts';
import type { Customer } from './open-customer.ts';
import { runProbe } from './run-probe.ts';

/** Medians, less those of a module with nothing in it. */
export type Import = { ms: number; heapBytes: number };

const NOTHING = './nothing.mjs';
export const WEBHOOKS_ENTRY = `${OURS.packageName}/webhooks`;

/** By what is imported. Each import is a process of its own, and they take turns, so that load meets all alike. */
export const measureImports = (customer: Customer, { rounds }: { rounds: number }): Map<string, Import> => {
  const entries = LIBRARIES.flatMap(({ entry }: Library) => (entry ? [entry] : []));
  const specifiers = [NOTHING, ...entries, WEBHOOKS_ENTRY];
  const found = new Map(specifiers.map((specifier) => [specifier, [] as Import[]]));
  // The first round reads the files from the disk, and does not count.
  for (let round = 0; round <= rounds; round++) {
    for (const [specifier, imports] of found) {
      const measured = runProbe<Import>(customer, 'probe-import.ts', {
        args: [specifier],
        flags: ['--expose-gc'],
      });
      if (round > 0) imports.push(measured);
    }
  }
  const medianOf = (specifier: string, pick: (measured: Import) => number) =>
    percentile(found.get(specifier)!.map(pick), 0.5);
  return new Map(
    specifiers.map((specifier) => [
      specifier,
      {
        ms: medianOf(specifier, ({ ms }) => ms) - medianOf(NOTHING, ({ ms }) => ms),
        heapBytes:
          medianOf(specifier, ({ heapBytes }) => heapBytes) - medianOf(NOTHING, ({ heapBytes }) => heapBytes),
      },
    ]),
  );
};
