import type { Plan, SubscriptionStatus } from '@field-inspection/contract';

export type BillingProvider = {
  name: 'stripe';
  plans: readonly Plan[];
  findPriceFaults: () => Promise<string[]>;
  /** The same customer when it is asked again within a day. */
  createCustomer: (organisation: { id: string; name: string }) => Promise<string>;
  findSubscription: (customerId: string) => Promise<ProviderSubscription | null>;
  openCheckout: (order: {
    customerId: string;
    plan: Plan;
    returnUrl: string;
  }) => Promise<{ url: string; expiresAt: Date }>;
  openPortal: (visit: { customerId: string; returnUrl: string }) => Promise<{ url: string }>;
  /**
   * Reads what the provider has sent, once it is known to come from there.
   *
   * @throws {ForgedEventError} where its signature is not valid, or its time more than five minutes away
   */
  readEvent: (sent: { body: Buffer; signature: string | undefined; now: Date }) => ProviderEvent;
};

export type ProviderSubscription = {
  id: string;
  status: SubscriptionStatus;
  plan: Plan | null;
  period: { startsAt: Date; endsAt: Date };
};

/** Its content is not relied on: events come late, and out of order. */
export type ProviderEvent = {
  id: string;
  type: string;
  customerId: string | null;
};

/** The provider did not send the event, or somebody else repeats it. */
export class ForgedEventError extends Error {
  override name = 'ForgedEventError';
}
