import type { Config, Secrets } from '../../config/read-config.ts';
import type { BillingProvider } from './billing-provider.ts';

export const openBilling = async (
  { stripeApiUrl, stripePrices }: Pick<Config, 'stripeApiUrl' | 'stripePrices'>,
  { stripeSecretKey, stripeWebhookSecret }: Pick<Secrets, 'stripeSecretKey' | 'stripeWebhookSecret'>,
): Promise<BillingProvider | null> => {
  if (!stripeSecretKey || !stripeWebhookSecret || !stripePrices) return null;
  // Stripe's library is large: it is loaded only where it is needed.
  const { createStripeBilling } = await import('./create-stripe-billing.ts');
  return createStripeBilling({
    secretKey: stripeSecretKey,
    webhookSecret: stripeWebhookSecret,
    prices: stripePrices,
    apiUrl: stripeApiUrl,
  });
};
