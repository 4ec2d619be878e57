import type { LocaleCode, Plan } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';

export const createOrganisation = async (
  { database, ids, clock }: Pick<Context, 'database' | 'ids' | 'clock'>,
  {
    name,
    plan,
    locale = 'en',
    rateLimit = 600,
  }: { name: string; plan: Plan; locale?: LocaleCode; rateLimit?: number },
): Promise<{ id: string; name: string; plan: Plan }> => {
  const id = ids.next();
  await database.prisma.organisation.create({
    data: { id, name, plan, locale, rate_limit: rateLimit, created_at: clock.now() },
  });
  return { id, name, plan };
};

export const listOrganisations = ({ database }: Pick<Context, 'database'>) =>
  database.prisma.organisation.findMany({
    select: {
      id: true,
      name: true,
      plan: true,
      subscription_status: true,
      locale: true,
      rate_limit: true,
      inspections_used: true,
    },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });

type Changes = { name: string } | { locale: string } | { time_zone: string } | { rate_limit: number };

/** The host operator's settings beside the subscription. Undefined when there is no such organisation. */
export const updateOrganisation = (
  context: Pick<Context, 'transact' | 'random'>,
  { organisationId, changes }: { organisationId: string; changes: Changes },
): Promise<({ id: string } & Changes) | undefined> =>
  context.transact(async (tx) => {
    const { count } = await tx.db.organisation.updateMany({ where: { id: organisationId }, data: changes });
    if (count === 0) return undefined;
    const payload = { host: true, ...changes };
    appendOrgEntry(context, tx, { organisationId, kind: 'organisation.changed', payload });
    return { id: organisationId, ...changes };
  });
