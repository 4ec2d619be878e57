import type { LocaleCode, Plan } from '@field-inspection/contract';
import type { Context } from '../../context.ts';

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
