import type { Plan, SubscriptionStatus } from '@field-inspection/contract';
import Stripe from 'stripe';
import { fetchOnce } from '../host-fetch/request-once.ts';
import { ForgedEventError, type BillingProvider, type ProviderSubscription } from './billing-provider.ts';

export type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  prices: ReadonlyMap<Plan, string>;
  apiUrl: string;
};

const TIMEOUT_MS = 15_000;
const TOLERANCE_SECONDS = 300;

/** Stripe's own library, with this service's way out. */
export const createStripeBilling = ({
  secretKey,
  webhookSecret,
  prices,
  apiUrl,
}: StripeSettings): BillingProvider => {
  const stripe = new Stripe(secretKey, {
    ...readAddress(apiUrl),
    httpClient: Stripe.createFetchHttpClient(fetchOnce),
    timeout: TIMEOUT_MS,
    telemetry: false,
  });
  return {
    name: 'stripe',
    plans: [...prices.keys()],
    findPriceFaults: () => findPriceFaults(stripe, prices),
    createCustomer: async ({ id, name }) => {
      const customer = await stripe.customers.create(
        { name, metadata: { organisation_id: id } },
        { idempotencyKey: `customer:${id}` },
      );
      return customer.id;
    },
    findSubscription: async (customerId) => {
      // Subscriptions that have not ended come first, and may leave no room for others.
      const going = await stripe.subscriptions.list({ customer: customerId, limit: 20 });
      const found = chooseSubscription(going.data) ?? (await findEnded(stripe, customerId));
      return found ? describeSubscription(found, prices) : null;
    },
    openCheckout: async ({ customerId, plan, returnUrl }) => {
      const session = await stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: customerId,
        line_items: [{ price: prices.get(plan)!, quantity: 1 }],
        success_url: returnUrl,
        cancel_url: returnUrl,
      });
      return { url: session.url!, expiresAt: new Date(session.expires_at * 1000) };
    },
    openPortal: async ({ customerId, returnUrl }) => {
      const { url } = await stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
      });
      return { url };
    },
    readEvent: ({ body, signature, now }) => {
      const event = verifyEvent(stripe, { body, signature, now, webhookSecret });
      const { id, type, account } = requireEvent(event);
      // An account that is only connected has none of this service's customers.
      return { id, type, customerId: account ? null : findCustomer(event) };
    },
  };
};

const findPriceFaults = async (stripe: Stripe, prices: StripeSettings['prices']): Promise<string[]> => {
  const faults: string[] = [];
  for (const [plan, id] of prices) {
    const { active, recurring } = await stripe.prices.retrieve(id);
    if (!active) faults.push(`The price of ${plan} is archived.`);
    if (!recurring) faults.push(`The price of ${plan} is paid once, not again and again.`);
  }
  return faults;
};

const readAddress = (apiUrl: string) => {
  const { protocol, hostname, port } = new URL(apiUrl);
  return {
    host: hostname,
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
    ...(port ? { port } : {}),
  };
};

const verifyEvent = (
  stripe: Stripe,
  sent: { body: Buffer; signature: string | undefined; now: Date; webhookSecret: string },
): Stripe.Event => {
  const { body, signature = '', now, webhookSecret } = sent;
  try {
    const receivedAt = now.getTime();
    const event = stripe.webhooks.constructEvent(
      body,
      signature,
      webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      receivedAt,
    );
    refuseFuture(signature, receivedAt);
    return event;
  } catch (cause) {
    throw new ForgedEventError('The signature is not valid.', { cause });
  }
};

// The library refuses only old times: an event signed for next year could be sent again until then.
const refuseFuture = (signature: string, receivedAtMs: number): void => {
  const [, seconds] = [...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1) ?? [];
  if (Number(seconds) * 1000 <= receivedAtMs + TOLERANCE_SECONDS * 1000) return;
  throw new Error('It was signed for a time that is more than 5 minutes ahead.');
};

/** Stripe's own events are whole; anything else that the secret signs is not kept. */
const requireEvent = (event: unknown): Stripe.Event => {
  const { id, type } = (event ?? {}) as { id?: unknown; type?: unknown };
  if (isName(id) && isName(type)) return event as Stripe.Event;
  throw new ForgedEventError('It is signed, and no event: it lacks an id or a type.');
};

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{1,255}$/.test(value);

/** Only events that may have changed a subscription have a customer here. */
const findCustomer = ({ type, data }: Stripe.Event): string | null => {
  if (!/^(customer\.subscription|checkout\.session|invoice)\./.test(type)) return null;
  const { customer } = (data as { object?: { customer?: unknown } } | null)?.object ?? {};
  return isName(customer) ? customer : null;
};

/** A subscription whose first payment never came has not begun: it changes nothing for the organisation. */
const STATUSES: Readonly<Record<string, SubscriptionStatus | undefined>> = {
  active: 'active',
  trialing: 'trialing',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
};

/** The one that lets create, and of several the newest: another must not hold a paying customer back. */
const chooseSubscription = (subscriptions: Stripe.Subscription[]): Stripe.Subscription | undefined =>
  subscriptions
    .filter(({ status }) => STATUSES[status] !== undefined)
    .toSorted((a, b) => rank(a) - rank(b) || b.created - a.created)[0];

const RANKS: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due', 'canceled'];
const rank = ({ status }: Stripe.Subscription): number => RANKS.indexOf(STATUSES[status]!);

const findEnded = async (stripe: Stripe, customer: string): Promise<Stripe.Subscription | undefined> =>
  chooseSubscription((await stripe.subscriptions.list({ customer, status: 'canceled', limit: 20 })).data);

const describeSubscription = (
  { id, status, items }: Stripe.Subscription,
  prices: StripeSettings['prices'],
): ProviderSubscription => {
  const paidFor = [...prices].find(([, price]) => items.data.some((item) => item.price.id === price));
  const [item] = items.data;
  return {
    id,
    status: STATUSES[status]!,
    plan: paidFor?.[0] ?? null,
    period: {
      startsAt: new Date((item?.current_period_start ?? 0) * 1000),
      endsAt: new Date((item?.current_period_end ?? 0) * 1000),
    },
  };
};
