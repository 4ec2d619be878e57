import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Stripe from 'stripe';
import { createStripeBilling } from '../platform/billing/create-stripe-billing.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';

export type StripeSubscription = {
  id: string;
  customer: string;
  status: string;
  price: string;
  /** Unix seconds, as all times of Stripe. */
  created: number;
};

export type StripeRequest = { route: string; form: URLSearchParams; idempotencyKey: string | undefined };

const SETTINGS = {
  secretKey: 'sk_test_of_nobody',
  webhookSecret: 'whsec_of_nobody',
  prices: new Map([
    ['pro', 'price_pro'],
    ['enterprise', 'price_enterprise'],
  ] as const),
};

const PERIOD_SECONDS = 30 * 86_400;

/**
 * Stripe's HTTP API, as far as the service uses it: it keeps idempotency keys, answers with the shapes of its API,
 * refuses another key, and signs events. `billing` is the provider that asks it.
 */
export const startStripeServer = async () => {
  const subscriptions: StripeSubscription[] = [];
  const requests: StripeRequest[] = [];
  const keptReplies = new Map<string, object>();
  const state = { customers: 0, sessions: 0, isDown: false, beforeReply: async () => {} };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url!, 'http://stripe');
    const route = `${request.method} ${pathname}`;
    const form = new URLSearchParams(await readText(request));
    const idempotencyKey = request.headers['idempotency-key'] as string | undefined;
    requests.push({ route, form, idempotencyKey });
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (state.isDown) return void send(500, { error: { type: 'api_error', message: 'down' } });
    if (request.headers.authorization !== `Bearer ${SETTINGS.secretKey}`) {
      return void send(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } });
    }
    const kept = idempotencyKey === undefined ? undefined : keptReplies.get(idempotencyKey);
    const reply = kept ?? reactTo(route, { form, searchParams });
    if (!reply) return void send(404, { error: { type: 'invalid_request_error', message: 'No such route' } });
    if (idempotencyKey !== undefined) keptReplies.set(idempotencyKey, reply);
    await state.beforeReply();
    send(200, reply);
  };
  const reactTo = (
    route: string,
    { form, searchParams }: { form: URLSearchParams; searchParams: URLSearchParams },
  ): object | undefined => {
    if (route === 'POST /v1/customers') {
      return { id: `cus_${++state.customers}`, object: 'customer', name: form.get('name') };
    }
    if (route === 'GET /v1/subscriptions') return listSubscriptions(subscriptions, searchParams);
    if (route === 'POST /v1/checkout/sessions') {
      const id = `cs_test_${++state.sessions}`;
      return {
        id,
        object: 'checkout.session',
        url: `https://checkout.stripe.com/c/pay/${id}`,
        expires_at: 1_800_000_000,
      };
    }
    if (route.startsWith('GET /v1/prices/')) {
      return { id: route.split('/').at(-1), object: 'price', active: true, recurring: { interval: 'month' } };
    }
    if (route === 'POST /v1/billing_portal/sessions') {
      return { id: 'bps_1', object: 'billing_portal.session', url: 'https://billing.stripe.com/p/session/1' };
    }
    return undefined;
  };
  const server = createServer((request, response) => void answer(request, response));
  const { port, close } = await listenOnLoopback(server);
  const apiUrl = `http://127.0.0.1:${port}`;
  return {
    apiUrl,
    billing: createStripeBilling({ ...SETTINGS, apiUrl }),
    settings: SETTINGS,
    subscriptions,
    requests,
    state,
    close,
  };
};

export type StripeServer = Awaited<ReturnType<typeof startStripeServer>>;

/** The header signs the event. */
export const signStripeEvent = (
  event: { id: string; type?: string; customer?: string; account?: string },
  { now, secret = SETTINGS.webhookSecret }: { now: Date; secret?: string },
): { body: string; signature: string } => {
  const { id, type = 'customer.subscription.updated', customer, account } = event;
  const body = JSON.stringify({
    id,
    object: 'event',
    type,
    ...(account ? { account } : {}),
    // The subscription in an event is a lie: nobody may believe it.
    data: { object: { id: 'sub_lie', customer, status: 'active', metadata: { organisation_id: 'another' } } },
  });
  return { body, signature: signStripeBody(body, { now, secret }) };
};

/** For anything that is sent in Stripe's name. */
export const signStripeBody = (
  payload: string,
  { now, secret = SETTINGS.webhookSecret }: { now: Date; secret?: string },
): string => {
  const timestamp = Math.floor(now.getTime() / 1000);
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
};

const listSubscriptions = (all: StripeSubscription[], searchParams: URLSearchParams): object => {
  const [customer, status] = [searchParams.get('customer'), searchParams.get('status')];
  const found = all
    .filter((subscription) => subscription.customer === customer)
    .filter((subscription) =>
      status ? subscription.status === status : !/^(canceled|incomplete_expired)$/.test(subscription.status),
    )
    .toSorted((a, b) => b.created - a.created);
  return { object: 'list', data: found.map(showSubscription), has_more: false, url: '/v1/subscriptions' };
};

const showSubscription = ({ price, created, ...rest }: StripeSubscription): object => ({
  ...rest,
  object: 'subscription',
  created,
  items: {
    object: 'list',
    data: [
      {
        id: `si_${rest.id}`,
        price: { id: price, object: 'price' },
        current_period_start: created,
        current_period_end: created + PERIOD_SECONDS,
      },
    ],
  },
});

const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};
