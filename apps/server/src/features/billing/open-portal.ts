import type { BillingPortal, CreatePortalBody } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { askProvider } from './ask-provider.ts';
import { findCustomer } from './find-customer.ts';
import { readReturnUrl } from './read-return-url.ts';
import { requireProvider } from './require-provider.ts';

/**
 * A page of the provider on which what is paid for is changed or ended, with the invoices.
 *
 * @throws {ApiError} billing.not_available
 */
export const openPortal = async (
  context: Pick<Context, 'billing' | 'config' | 'database' | 'clock'>,
  { organisationId, body }: { organisationId: string; body: z.output<typeof CreatePortalBody> },
): Promise<z.output<typeof BillingPortal>> => {
  const billing = requireProvider(context);
  const returnUrl = await readReturnUrl(context, { organisationId, given: body?.return_url });
  const customerId = await findCustomer({ ...context, billing }, organisationId);
  return askProvider(billing.openPortal({ customerId, returnUrl }));
};
