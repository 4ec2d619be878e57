import type { Context } from '../../context.ts';
import type { Plan } from '../quotas/exports/plan-limits.ts';

/**
 * Changes the plan. Unlimited plans don't count their sessions, so a limited one starts by counting them:
 * `for update` waits for the creations under way, whose foreign keys hold the row.
 */
export const setPlan = async (
  { transact }: Pick<Context, 'transact'>,
  { organisationId, plan }: { organisationId: string; plan: Plan },
): Promise<{ id: string; plan: Plan } | undefined> =>
  transact(async ({ db }) => {
    const held = await db.$queryRaw<unknown[]>`
      select 1 from organisations where id = ${organisationId}::uuid for update
    `;
    if (held.length === 0) return undefined;
    const inspectionsUsed = await db.session.count({ where: { organisation_id: organisationId } });
    await db.organisation.update({
      where: { id: organisationId },
      data: { plan, inspections_used: inspectionsUsed },
    });
    return { id: organisationId, plan };
  });
