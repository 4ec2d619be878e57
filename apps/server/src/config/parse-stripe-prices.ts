import { PLANS, type Plan } from '@field-inspection/contract';

/** The prices of STRIPE_PRICES by their plans; undefined where it holds something else, or one of them twice. */
export const parseStripePrices = (value: string): ReadonlyMap<Plan, string> | undefined => {
  const pairs = value.split(',').map((part) => part.trim().split('='));
  const prices = new Map<Plan, string>();
  for (const [name, price = '', ...rest] of pairs) {
    const plan = PLANS.find((known) => known === name);
    if (!plan || plan === 'free' || rest.length > 0 || !/^[\w-]{1,200}$/.test(price)) return undefined;
    prices.set(plan, price);
  }
  return new Set(prices.values()).size === pairs.length ? prices : undefined;
};
