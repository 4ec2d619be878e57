import { z } from 'zod';
import { PLANS, SUBSCRIPTION_STATUSES } from '../laws/plans.ts';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';

export const PlanName = z
  .enum(PLANS)
  .meta({ id: 'PlanName', description: 'What is paid for', example: 'pilot' });

export const SubscriptionState = z.enum(SUBSCRIPTION_STATUSES).meta({
  id: 'SubscriptionState',
  description: '`trialing` and `active` create inspections; the other two do everything but that',
  example: 'active',
});

export const PlanIncludes = z
  .object({
    inspections: z.int().nullable().meta({ description: 'In all; null where there is no limit', example: 5 }),
    members: z.int().meta({ description: 'People of the organisation', example: 10 }),
    messages_per_day: z.int().meta({
      description: 'E-mails and SMS, and as many one-time codes',
      example: 200,
    }),
    evidence_items: z.int().meta({ description: 'Of all inspections together', example: 5_000 }),
    evidence_bytes: z.int().meta({ description: 'Of all inspections together', example: 53_687_091_200 }),
    endpoints: z.int().meta({ description: 'Webhook endpoints, of both kinds', example: 10 }),
    retention_days: z.int().meta({
      description: 'Days after its end that what a session holds of people is kept at most',
      example: 365,
    }),
    white_label: z.boolean().meta({ description: 'Links over a domain of your own', example: true }),
    sso: z
      .boolean()
      .meta({ description: 'Single sign-on; there is none yet, so false on every plan', example: false }),
  })
  .meta({ id: 'PlanIncludes', description: 'What the plan includes' });

export const PlanUse = z
  .object({
    inspections: z.int().meta({
      description: 'In all where the plan has a limit of them, else those of the period',
      example: 3,
    }),
    members: z.int().meta({ description: 'Those included who are invited', example: 4 }),
    evidence_items: z.int().meta({ description: 'Kept now, of all inspections together', example: 412 }),
    evidence_bytes: z
      .int()
      .meta({ description: 'Kept now, of all inspections together', example: 1_507_222_016 }),
    endpoints: z.int().meta({ description: 'Webhook endpoints, of both kinds', example: 2 }),
    messages: z.int().meta({ description: 'E-mails and SMS of today, in UTC; no codes', example: 37 }),
    codes: z.int().meta({ description: 'One-time codes of today, in UTC', example: 12 }),
  })
  .meta({ id: 'PlanUse', description: 'What is used of the plan' });

export const OrgPlan = z
  .object({
    plan: PlanName,
    status: SubscriptionState,
    includes: PlanIncludes,
    use: PlanUse,
    period: z.object({ starts_at: Timestamp, ends_at: Timestamp }).meta({
      id: 'PlanPeriod',
      description: 'What was paid for last; else the month of the calendar, in UTC',
    }),
    provider: z.enum(['manual', 'stripe']).meta({
      description: 'Who sets plan and status: whoever operates the service, or Stripe',
      example: 'stripe',
    }),
  })
  .meta({ id: 'OrgPlan', description: 'The plan, its status, what it includes and what is used of it' });

export type OrgPlan = z.infer<typeof OrgPlan>;

const returnUrl = text(2048).optional().meta({
  description:
    'Where the browser goes afterwards, paid or not: a page of the service or of the verified domain of the organisation; else to the service',
  example: 'https://inspect.example.com/settings/billing',
});

/** The body that begins a payment. */
export const CreateCheckoutBody = z
  .strictObject({
    plan: z.enum(PLANS).exclude(['free']).meta({ description: 'What is to be paid', example: 'pro' }),
    return_url: returnUrl,
  })
  .meta({ id: 'CreateCheckoutBody', description: 'The plan to pay' });

/** A page on which a plan is paid. */
export const Checkout = z
  .object({
    url: z.string().meta({
      description: 'The page of the payment provider, to redirect to',
      example: 'https://checkout.stripe.com/c/pay/cs_live_a1B2',
    }),
    expires_at: Timestamp.meta({ description: 'Until when it can be paid there' }),
  })
  .meta({ id: 'Checkout', description: 'A page on which the plan is paid' });

export const CreatePortalBody = z
  .strictObject({ return_url: returnUrl })
  .meta({ id: 'CreatePortalBody', description: 'Where to go afterwards' })
  .optional();

/** Page on which a subscription is changed or ended. */
export const BillingPortal = z
  .object({
    url: z.string().meta({
      description: 'The page of the payment provider, to redirect to',
      example: 'https://billing.stripe.com/p/session/live_YWNj',
    }),
  })
  .meta({ id: 'BillingPortal', description: 'A page with the subscription and its invoices' });

export const billing = c.router(
  {
    getPlan: {
      method: 'GET',
      path: '/org/plan',
      summary: 'Get the plan',
      description: 'Returns the plan of the organisation, what it includes and what is used of it.',
      responses: { 200: OrgPlan },
      metadata: readPolicy('org:read'),
    },
    createCheckout: {
      method: 'POST',
      path: '/org/billing/checkout',
      summary: 'Begin to pay a plan',
      description:
        'Returns the page on which it is paid. The plan changes once the payment has come, usually within seconds.',
      body: CreateCheckoutBody,
      responses: { 201: Checkout },
      metadata: writePolicy('billing:write', ['billing.not_available', 'billing.already_subscribed']),
    },
    createPortal: {
      method: 'POST',
      path: '/org/billing/portal',
      summary: 'Open the billing portal',
      description: 'Returns a page on which the subscription is changed or ended, with its invoices.',
      body: CreatePortalBody,
      responses: { 201: BillingPortal },
      metadata: writePolicy('billing:write', ['billing.not_available']),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
