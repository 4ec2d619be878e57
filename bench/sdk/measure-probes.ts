import { medianOf } from '../harness/figures.ts';
import { startChild } from '../harness/start-child.ts';
import { inTurn } from '../harness/turns.ts';
import { LIBRARIES, OURS } from './libraries.ts';
import { runProbe, type Customer } from './open-customer.ts';

/** Medians, less those of a module with nothing in it. */
export type Import = { ms: number; heapBytes: number };

const NO_MODULE = './nothing.mjs';
export const WEBHOOKS_ENTRY = `${OURS.packageName}/webhooks`;

/** By what is imported. Each import is a process of its own, and they take turns, so that load meets all alike. */
export const measureImports = async (customer: Customer, rounds: number): Promise<Map<string, Import>> => {
  const entries = LIBRARIES.flatMap(({ entry }) => entry ?? []);
  const specifiers = [NO_MODULE, ...entries, WEBHOOKS_ENTRY];
  const probe = (specifier: string) =>
    runProbe<Import>(customer, 'probe-import.ts', { args: [specifier], flags: ['--expose-gc'] });
  // The first round reads the files from the disk, and does not count.
  const [, ...measured] = await inTurn(1 + rounds, () => specifiers.map(probe));
  const middle = (specifier: string, figure: keyof Import) =>
    medianOf(measured.map((round) => round[specifiers.indexOf(specifier)]![figure]));
  const more = (specifier: string, figure: keyof Import) =>
    middle(specifier, figure) - middle(NO_MODULE, figure);
  return new Map(
    specifiers.map((specifier) => [
      specifier,
      { ms: more(specifier, 'ms'), heapBytes: more(specifier, 'heapBytes') },
    ]),
  );
};

/** More than the compiler does for a program with nothing in it; the time is a median. */
export type TypeCost = { files: number; instantiations: number; types: number; checkMs: number };

/** By library: what its client and its verification cost the compiler. Processes of their own, in turns. */
export const measureTypes = async (customer: Customer, rounds: number): Promise<Map<string, TypeCost>> => {
  const programs = [
    ['nothing.mts'],
    ...LIBRARIES.map(({ client, webhooks }) => [client ?? [], webhooks ?? []].flat()),
  ];
  const probe = (files: string[]) => runProbe<TypeCost>(customer, 'probe-types.ts', { args: files });
  const measured = await inTurn(rounds, () => programs.map(probe));
  const costOf = (place: number): TypeCost => ({
    ...measured[0]![place]!,
    checkMs: medianOf(measured.map((round) => round[place]!.checkMs)),
  });
  const [nothing, ...costs] = programs.map((_, place) => costOf(place));
  const subtract = (cost: TypeCost): TypeCost => ({
    files: cost.files - nothing!.files,
    instantiations: cost.instantiations - nothing!.instantiations,
    types: cost.types - nothing!.types,
    checkMs: cost.checkMs - nothing!.checkMs,
  });
  return new Map(LIBRARIES.map(({ name }, place) => [name, subtract(costs[place]!)]));
};

export const BODY_SIZES = [1024, 32_768] as const;

/** By case of probe-verify.ts. `ofStripe`: the median of the rounds' ratios to stripe with one secret. */
export type Verifications = Map<string, { perSecond: number; ofStripe: number }>;

export const measureVerifications = (
  customer: Customer,
  { sizeBytes, rounds }: { sizeBytes: number; rounds: number },
): Verifications => {
  // Short and many, in turns: what else the machine does then meets all alike.
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

/** By case of probe-requests.ts. `ofFetch`: the median of the rounds' ratios to bare fetch. */
export type Requests = Map<string, { ms: number; ofFetch: number }>;

export const measureRequests = async (customer: Customer, rounds: number): Promise<Requests> => {
  const { hear, stop } = startChild(new URL('list-server.ts', import.meta.url));
  const { port } = await hear<{ port: number }>();
  const args = [`http://127.0.0.1:${port}`, rounds, 100];
  const found = runProbe<Record<string, number[]>>(customer, 'probe-requests.ts', { args });
  stop();
  const bare = found['bare fetch']!;
  return new Map(
    Object.entries(found).map(([name, msPerCall]) => {
      const ratios = msPerCall.map((ms, round) => ms / bare[round]!);
      return [name, { ms: medianOf(msPerCall), ofFetch: medianOf(ratios) }];
    }),
  );
};
