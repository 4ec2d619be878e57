import { ConfigError } from '../../../config/read-config.ts';
import { checkPool } from './check-pool.ts';
import { type DatabaseAddresses, planPools } from './plan-pools.ts';

/**
 * Looks at each address once, whether connections that begin there have their settings.
 *
 * @throws {ConfigError} which says of each address what to run or to set
 */
export const checkPools = async (addresses: DatabaseAddresses): Promise<void> => {
  const { requests, prepared, direct } = planPools(addresses);
  // The last of several pools with one address has the most settings.
  const plans = new Map([requests, prepared, direct].map((plan) => [plan.variable, plan]));
  const results = await Promise.allSettled([...plans.values()].map(checkPool));
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
  const unknown = errors.find((error) => !(error instanceof ConfigError));
  if (unknown) throw unknown;
  if (errors.length > 0) throw new ConfigError(errors.map(({ message }) => message).join('\n'));
};
