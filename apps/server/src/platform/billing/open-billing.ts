import type { Config, Secrets } from '../../config/read-config.ts';
import type { BillingProvider } from './billing-provider.ts';

/** Opens the provider that the settings name; null where the host's operator sets plans by hand. */
export const openBilling = async (
  { stripeApiUrl, stripePrices }: Pick<Config, 'stripeApiUrl' | 'stripePrices'>,
  { stripeSecretKey, stripeWebhookSecret }: Pick<Secrets, 'stripeSecretKey' | 'stripeWebhookSecret'>,
): Promise<BillingProvider | null> => {
  if (!stripeSecretKey || !stripeWebhookSecret || !stripePrices) return null;
  // Loads Stripe's library only where it is needed: it is large.
  const { createStripeBilling } = await import('./create-stripe-billing.ts');
  return createStripeBilling({
    secretKey: stripeSecretKey,
    webhookSecret: stripeWebhookSecret,
    prices: stripePrices,
    apiUrl: stripeApiUrl,
  });
};
