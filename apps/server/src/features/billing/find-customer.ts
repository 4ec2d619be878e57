import type { Context } from '../../context.ts';
import type { BillingProvider } from '../../platform/billing/billing-provider.ts';
import { askProvider } from './ask-provider.ts';

type Deps = Pick<Context, 'database' | 'clock'> & { billing: BillingProvider };

/**
 * Whom the provider knows the organisation as. Two calls at once, or one that broke off before its row was there, come
 * to the same customer: the provider knows what it was asked.
 */
export const findCustomer = async (
  { billing, database: { prisma }, clock }: Deps,
  organisationId: string,
): Promise<string> => {
  const where = { organisation_id: organisationId };
  const known = await prisma.billingCustomer.findUnique({ where });
  if (known) return known.customer_id;
  const { id, name } = await prisma.organisation.findUniqueOrThrow({ where: { id: organisationId } });
  const customer_id = await askProvider(billing.createCustomer({ id, name }));
  const data = { ...where, customer_id, created_at: clock.now() };
  await prisma.billingCustomer.createMany({ data, skipDuplicates: true });
  return (await prisma.billingCustomer.findUniqueOrThrow({ where })).customer_id;
};
