import type { Checkout, CreateCheckoutBody } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError, invalidField } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { askProvider } from './ask-provider.ts';
import { findCustomer } from './find-customer.ts';
import { readReturnUrl } from './read-return-url.ts';
import { requireProvider } from './require-provider.ts';

/**
 * A page of the provider on which the plan is paid. The plan changes when it says that it was.
 *
 * @throws {ApiError} billing.not_available, billing.already_subscribed
 */
export const openCheckout = async (
  context: Pick<Context, 'billing' | 'config' | 'database' | 'clock'>,
  { organisationId, body }: { organisationId: string; body: z.output<typeof CreateCheckoutBody> },
): Promise<z.output<typeof Checkout>> => {
  const billing = requireProvider(context);
  const { plan } = body;
  const returnUrl = await readReturnUrl(context, { organisationId, given: body.return_url });
  if (!billing.plans.includes(plan)) {
    throw invalidField('plan', `is not sold here; what is sold: ${billing.plans.join(', ')}`);
  }
  const customerId = await findCustomer({ ...context, billing }, organisationId);
  const subscription = await askProvider(billing.findSubscription(customerId));
  if (subscription && subscription.status !== 'canceled') {
    throw new ApiError(
      'billing.already_subscribed',
      'There is a subscription, and a second one would be paid beside it. Change it in the portal.',
    );
  }
  const { url, expiresAt } = await askProvider(billing.openCheckout({ customerId, plan, returnUrl }));
  return { url, expires_at: expiresAt.toISOString() };
};
