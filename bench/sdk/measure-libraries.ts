import { LIBRARIES } from './libraries.ts';
import { measureBundles, measureOperations, measureRivalOperation } from './measure-bundles.ts';
import { measureInstall } from './measure-installs.ts';
import { BODY_SIZES, measureImports, measureTypes, measureVerifications } from './measure-probes.ts';
import type { Customer } from './open-customer.ts';

export type Measurements = Awaited<ReturnType<typeof measureLibraries>>;

type Rounds = { imports: number; types: number; verifications: number };

export const measureLibraries = async (customer: Customer, rounds: Rounds) => ({
  bundles: new Map(
    await Promise.all(
      LIBRARIES.map(async (library) => [library.name, await measureBundles(customer, library)] as const),
    ),
  ),
  /** Bytes gzipped: our core and the average cost of an operation, and the cost of one of polar's. */
  operations: { ...(await measureOperations()), polar: await measureRivalOperation(customer) },
  installs: new Map(LIBRARIES.map((library) => [library.name, measureInstall(customer, library)])),
  imports: await measureImports(customer, rounds.imports),
  types: await measureTypes(customer, rounds.types),
  verifications: new Map(
    BODY_SIZES.map((sizeBytes) => [
      sizeBytes as number,
      measureVerifications(customer, { sizeBytes, rounds: rounds.verifications }),
    ]),
  ),
});
