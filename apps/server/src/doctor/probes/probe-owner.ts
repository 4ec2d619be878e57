import { connectClient } from '../../platform/database/pools/connect-client.ts';
import { unlimit } from '../../platform/migrations/migrate-database.ts';
import { type Examined, type Probe, type Verdict, off, ok, wrong } from './finding.ts';
import { judgeSettings } from './judge-settings.ts';
import { ConfigError } from '../../config/read-config.ts';
import { checkPool } from '../../platform/database/pools/check-pool.ts';
import { type PoolPlan, planPools } from '../../platform/database/pools/plan-pools.ts';
import { readAddresses } from '../../platform/database/pools/read-addresses.ts';

const LIMITS = { answerMs: 4_500, queryTimeoutMs: 4_500 };

export const probeOwner = ({ config, secrets: { databaseOwnerUrl } }: Examined): Probe => ({
  part: 'owner',
  remedy: 'Check DATABASE_OWNER_URL (docs/scaling.md).',
  run: async () => {
    if (config.embedded) return off('The database in DATA_DIR has an owner of its own.');
    if (!databaseOwnerUrl) return off('DATABASE_OWNER_URL is not set: the role of the service migrates, or a job elsewhere does.');
    const variable = 'DATABASE_OWNER_URL';
    const settings = judgeSettings({ variable, url: databaseOwnerUrl });
    // The other connection fails with the same error, and says so.
    settings.catch(() => {});
    const client = await connectClient({ variable, url: unlimit(databaseOwnerUrl) }, LIMITS);
    try {
      // A role without tables yet has to make them.
      const { rows } = await client.query<{ role: string; may_migrate: boolean }>(`
        select current_user as role, coalesce(
          (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('audit_entries')),
          has_schema_privilege(current_schema(), 'create'),
          false
        ) as may_migrate
      `);
      const { role, may_migrate } = rows[0]!;
      return [
        may_migrate
          ? ok(`DATABASE_OWNER_URL: the role ${role} may make and change the tables.`)
          : wrong(
              `DATABASE_OWNER_URL: the role ${role} may not make or change the tables. Name the one that owns them, or the database (docs/scaling.md).`,
            ),
        ...(await settings),
      ];
    } finally {
      await client.end().catch(() => {});
    }
  },
});

/** Whether the roles that the pooler connects as have the settings of its pools. */
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
