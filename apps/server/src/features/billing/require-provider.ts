import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { BillingProvider } from '../../platform/billing/billing-provider.ts';

/** @throws {ApiError} billing.not_available where the host's operator sets plans by hand */
export const requireProvider = ({ billing }: Pick<Context, 'billing'>): BillingProvider => {
  if (billing) return billing;
  throw new ApiError(
    'billing.not_available',
    'Plans are not paid online here. Ask whoever operates the service to change yours.',
  );
};
