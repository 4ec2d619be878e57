import Stripe from 'stripe';

export function createReader(baseUrl: string) {
  const { hostname, port } = new URL(baseUrl);
  const stripe = new Stripe('sk_test_key', { host: hostname, port, protocol: 'http' });
  return async () => (await stripe.customers.list({ limit: 10 })).data[0]?.id;
}
