import { LIBRARIES } from './libraries.ts';
import { measureBundles, measureOperations, measureRivalOperation, type Bundles } from './measure-bundles.ts';
import { measureInstall, type Install } from './measure-installs.ts';
import {
  BODY_SIZES,
  measureImports,
  measureRequests,
  measureTypes,
  measureVerifications,
  type Import,
  type Requests,
  type TypeCost,
  type Verifications,
} from './measure-probes.ts';
import type { Customer } from './open-customer.ts';

/** Figures of every library by its name; imports by what is imported, verifications by the size of the body. */
export type Measurements = {
  installs: Map<string, Install>;
  bundles: Map<string, Bundles>;
  /** Bytes gzipped: our core, what one operation adds to it on average, and what one of polar's adds to its core. */
  operations: { core: number; each: number; polar: number };
  imports: Map<string, Import>;
  types: Map<string, TypeCost>;
  verifications: Map<number, Verifications>;
  requests: Requests;
};

type Rounds = { imports: number; types: number; verifications: number; requests: number };

export const measureLibraries = async (customer: Customer, rounds: Rounds): Promise<Measurements> => {
  say('sizes');
  const bundles = new Map<string, Bundles>();
  for (const library of LIBRARIES) bundles.set(library.name, await measureBundles(customer, library));
  const operations = { ...(await measureOperations()), polar: await measureRivalOperation(customer) };
  const installs = new Map(LIBRARIES.map((library) => [library.name, measureInstall(customer, library)]));
  say('imports');
  const imports = await measureImports(customer, rounds.imports);
  say('types');
  const types = await measureTypes(customer, rounds.types);
  say('verifications');
  const verifications = new Map<number, Verifications>();
  for (const sizeBytes of BODY_SIZES) {
    verifications.set(sizeBytes, measureVerifications(customer, { sizeBytes, rounds: rounds.verifications }));
  }
  say('requests');
  const requests = await measureRequests(customer, rounds.requests);
  return { installs, bundles, operations, imports, types, verifications, requests };
};

const say = (what: string): void => console.error(`measuring ${what} …`);
