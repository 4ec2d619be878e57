import { ConfigError } from '../../config/read-config.ts';
import { checkPool } from '../../platform/database/pools/check-pool.ts';
import { planPools, type PoolPlan } from '../../platform/database/pools/plan-pools.ts';
import { readAddresses } from '../../platform/database/pools/read-addresses.ts';
import { off, ok, type Examined, type Probe, type Verdict } from './finding.ts';

/** The pooler in front of the database: whether the roles that it connects as have the settings of its pools. */
export const probePooler = ({ secrets }: Examined): Probe => ({
  part: 'pooler',
  remedy: 'Check DATABASE_URL, DATABASE_PREPARED_URL and DATABASE_DIRECT_URL (docs/scaling.md).',
  run: async () => {
    if (!secrets.databaseDirectUrl) return off('DATABASE_DIRECT_URL is not set: no pooler is in between.');
    const { requests, prepared, direct } = planPools(readAddresses(secrets));
    // Prepared statements without an address of their own go directly.
    const plans = new Map([requests, prepared, direct].map((plan) => [plan.variable, plan]));
    return Promise.all([...plans.values()].map(judge));
  },
});

const judge = async (plan: PoolPlan): Promise<Verdict> => {
  try {
    await checkPool(plan);
  } catch (error) {
    if (error instanceof ConfigError) return { state: 'wrong', words: error.message };
    throw error;
  }
  const { variable, byRole } = plan;
  return ok(
    byRole
      ? `${variable}: the role has the settings of its pool.`
      : `${variable}: leads to the database itself.`,
  );
};
