import { openBilling } from '../../platform/billing/open-billing.ts';
import { Fault, off, ok, type Examined, type Probe } from './finding.ts';

/** Stripe: whether it takes the key, and knows the price of each plan. Nothing is sold. */
export const probeBilling = ({ config, secrets }: Examined): Probe => ({
  part: 'billing',
  remedy: 'Check STRIPE_SECRET_KEY and STRIPE_PRICES.',
  run: async () => {
    const billing = await openBilling(config, secrets);
    if (!billing) return off('STRIPE_SECRET_KEY is not set: script/admin sets plans by hand.');
    const faults = await billing.findPriceFaults();
    if (faults.length > 0) throw new Fault(faults.join(' '));
    return ok(
      `Stripe takes the key, and has a price for ${billing.plans.join(', ')}. Whether its events arrive shows only when one is sent.`,
    );
  },
});
