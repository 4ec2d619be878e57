import type { Plan, SubscriptionStatus } from '@field-inspection/contract';

export type BillingProvider = {
  name: 'stripe';
  plans: readonly Plan[];
  /** Lists the faults in the prices of the plans that it sells, as sentences; none when all can be paid. */
  findPriceFaults: () => Promise<string[]>;
  /** Makes a customer of the provider, and gives their id; the same one when it is asked again within a day. */
  createCustomer: (organisation: { id: string; name: string }) => Promise<string>;
  /** Reads a customer's subscription as it is now; null where nothing has ever begun. */
  findSubscription: (customerId: string) => Promise<ProviderSubscription | null>;
  /** Opens a page on which a customer pays for a plan. */
  openCheckout: (order: {
    customerId: string;
    plan: Plan;
    returnUrl: string;
  }) => Promise<{ url: string; expiresAt: Date }>;
  /** Opens a page on which a customer changes or ends what they pay for, and finds their invoices. */
  openPortal: (visit: { customerId: string; returnUrl: string }) => Promise<{ url: string }>;
  /**
   * Reads what the provider has sent, once it is known to come from there.
   *
   * @throws {ForgedEventError} where its signature is not valid, or its time more than five minutes away
   */
  readEvent: (sent: { body: Buffer; signature: string | undefined; now: Date }) => ProviderEvent;
};

/** A subscription that has begun. */
export type ProviderSubscription = {
  id: string;
  status: SubscriptionStatus;
  /** The plan; null where the subscription is for something else. */
  plan: Plan | null;
  period: { startsAt: Date; endsAt: Date };
};

/** A notice that something happened to a customer. Its content is not relied on: events come late, and out of order. */
export type ProviderEvent = {
  id: string;
  type: string;
  /** The customer; null where the event is about no customer's subscription, or about another account's. */
  customerId: string | null;
};

/** Thrown for an event that the provider did not send, or that somebody else repeats. */
export class ForgedEventError extends Error {
  override name = 'ForgedEventError';
}
