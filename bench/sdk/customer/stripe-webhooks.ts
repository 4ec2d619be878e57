import Stripe from 'stripe';

export function createVerifier(secret: string) {
  const { webhooks } = new Stripe('sk_test_key');
  return (body: string | Buffer, headers: Record<string, string>) =>
    webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret).type;
}
