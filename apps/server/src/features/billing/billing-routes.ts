import {
  contract,
  type BillingPortal,
  type Checkout,
  type CreateCheckoutBody,
  type CreatePortalBody,
} from '@field-inspection/contract';
import { readReturnUrl } from '@field-inspection/rules';
import type { z } from 'zod';
import { Refusal, invalidField } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import type { BillingProvider } from '../../platform/billing/billing-provider.ts';
import { findPlan } from '../quotas/exports/find-plan.ts';

export const billingRoutes = (context: Context) =>
  implement(contract.billing, {
    getPlan: ({ caller }) => findPlan(context, caller),
    createCheckout: { before: ({ caller, body }) => openCheckout(context, { ...caller, body }) },
    createPortal: { before: ({ caller, body }) => openPortal(context, { ...caller, body }) },
  });

/**
 * Opens a page of the provider on which the plan is paid. The plan changes once the provider reports the payment.
 *
 * @throws {Refusal} billing.not_available, billing.already_subscribed
 */
const openCheckout = async (
  context: Pick<Context, 'billing' | 'config' | 'database' | 'clock'>,
  { organisationId, body }: { organisationId: string; body: z.output<typeof CreateCheckoutBody> },
): Promise<z.output<typeof Checkout>> => {
  const billing = requireProvider(context);
  const { plan } = body;
  const returnUrl = await findReturnUrl(context, { organisationId, given: body.return_url });
  if (!billing.plans.includes(plan)) {
    throw invalidField('plan', `is not sold here; what is sold: ${billing.plans.join(', ')}`);
  }
  const customerId = await findCustomer({ ...context, billing }, organisationId);
  const subscription = await askProvider(billing.findSubscription(customerId));
  if (subscription && subscription.status !== 'canceled') {
    throw new Refusal(
      'billing.already_subscribed',
      'There is a subscription, and a second one would be paid beside it. Change it in the portal.',
    );
  }
  const { url, expiresAt } = await askProvider(billing.openCheckout({ customerId, plan, returnUrl }));
  return { url, expires_at: expiresAt.toISOString() };
};

/**
 * Opens a page of the provider that shows the invoices, and changes or ends the subscription.
 *
 * @throws {Refusal} billing.not_available
 */
const openPortal = async (
  context: Pick<Context, 'billing' | 'config' | 'database' | 'clock'>,
  { organisationId, body }: { organisationId: string; body: z.output<typeof CreatePortalBody> },
): Promise<z.output<typeof BillingPortal>> => {
  const billing = requireProvider(context);
  const returnUrl = await findReturnUrl(context, { organisationId, given: body?.return_url });
  const customerId = await findCustomer({ ...context, billing }, organisationId);
  return askProvider(billing.openPortal({ customerId, returnUrl }));
};

type Deps = Pick<Context, 'database' | 'clock'> & { billing: BillingProvider };

/**
 * Gives the organisation's customer at the provider. Two calls at once, or one that broke off before it wrote its row,
 * get the same customer: the provider remembers the request.
 */
const findCustomer = async (
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

const findReturnUrl = async (
  { config, database }: Pick<Context, 'config' | 'database'>,
  { organisationId, given }: { organisationId: string; given: string | undefined },
): Promise<string> => {
  const where = { id: organisationId };
  const select = { domain: true };
  const { domain } = await database.prisma.organisation.findUniqueOrThrow({ where, select });
  return readReturnUrl(given, { baseUrl: config.baseUrl, domain });
};

const requireProvider = ({ billing }: Pick<Context, 'billing'>): BillingProvider => {
  if (billing) return billing;
  throw new Refusal(
    'billing.not_available',
    'Plans are not paid online here. Ask whoever operates the service to change yours.',
  );
};

/** If no answer comes, the caller may try again. */
const askProvider = <Answer>(question: Promise<Answer>): Promise<Answer> =>
  question.catch((cause: unknown) => {
    throw new Refusal(
      'unavailable',
      'The payment provider does not answer as it should. Nothing was changed; try again.',
      { cause, headers: { 'Retry-After': '2' } },
    );
  });
