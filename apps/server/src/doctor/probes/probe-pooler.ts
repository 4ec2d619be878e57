import { ConfigError } from '../../config/read-config.ts';
import { checkPool } from '../../platform/database/pools/check-pool.ts';
import { planPools, type PoolPlan } from '../../platform/database/pools/plan-pools.ts';
import { readAddresses } from '../../platform/database/pools/read-addresses.ts';
import { off, ok, type Examined, type Probe, type Verdict } from './finding.ts';
import { judgeSettings } from './judge-settings.ts';

/** Probes the pooler in front of the database: whether the roles that it connects as have the settings of its pools. */
export const probePooler = ({ secrets }: Examined): Probe => ({
  part: 'pooler',
  remedy: 'Check DATABASE_URL, DATABASE_PREPARED_URL and DATABASE_DIRECT_URL (docs/scaling.md).',
  run: async () => {
    if (!secrets.databaseDirectUrl) return off('DATABASE_DIRECT_URL is not set: no pooler is in between.');
    const { requests, prepared, direct } = planPools(readAddresses(secrets));
    // Prepared statements without an address of their own go directly.
    const plans = new Map([requests, prepared, direct].map((plan) => [plan.variable, plan]));
    return (await Promise.all([...plans.values()].map(judge))).flat();
  },
});

const judge = async (plan: PoolPlan): Promise<Verdict[]> => {
  const { variable, byRole, url } = plan;
  try {
    await checkPool(plan);
    // The database's own probe looks at the settings of the role that goes directly.
    if (!byRole) return [ok(`${variable}: leads to the database itself.`)];
    return [
      ok(`${variable}: the role has the settings of its pool.`),
      ...(await judgeSettings({ variable, url }, true)),
    ];
  } catch (error) {
    if (error instanceof ConfigError) return [{ state: 'wrong', words: error.message }];
    throw error;
  }
};
