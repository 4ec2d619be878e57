import { percentile } from '../percentile.ts';
import type { Customer } from './open-customer.ts';
import { runProbe } from './run-probe.ts';

export const BODY_SIZES = [1024, 32_768] as const;
// Short and many, in turns: what else the machine does then meets all alike.
const SLICE_MS = 60;

/** By case of probe-verify.ts. `ofStripe`: the median of the rounds' ratios to stripe with one secret. */
export type Verifications = Map<string, { perSecond: number; ofStripe: number }>;

export const measureVerifications = (
  customer: Customer,
  { sizeBytes, rounds }: { sizeBytes: number; rounds: number },
): Verifications => {
  const found = runProbe<Record<string, number[]>>(customer, 'probe-verify.ts', {
    args: [sizeBytes, rounds, SLICE_MS].map(String),
  });
  return new Map(
    Object.entries(found).map(([name, perSecond]) => {
      const stripe = found[name.endsWith('bytes') ? 'stripe, bytes' : 'stripe']!;
      const ratios = perSecond.map((value, round) => value / stripe[round]!);
      return [name, { perSecond: percentile(perSecond, 0.5), ofStripe: percentile(ratios, 0.5) }];
    }),
  );
};
