// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { RequestOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';
import type { PlanName, SubscriptionState } from './org.ts';

/** `client.billing` */
export class Billing {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get the plan.
   *
   * Returns the plan of the organisation, what it includes and what is used of it.
   *
   * Scope: `org:read`.
   *
   * @throws {ApiError} `internal_error`, `permission_denied`, `rate_limited`, `unauthenticated`,
   * `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const orgPlan = await client.billing.getPlan();
   * ```
   */
  getPlan(options?: RequestOptions): ApiPromise<OrgPlan> {
    return this.#transport.get(path`/v1/org/plan`, { options });
  }

  /**
   * Begin to pay a plan.
   *
   * Returns the page on which it is paid. The plan changes once the payment has come, usually within
   * seconds.
   *
   * Scope: `billing:write`.
   *
   * @throws {ApiError} `billing.already_subscribed`, `billing.not_available`, `idempotency_in_flight`,
   * `idempotency_key_reused`, `internal_error`, `payload_too_large`, `permission_denied`,
   * `rate_limited`, `request_timeout`, `unauthenticated`, `unavailable`, `unsupported_media_type`,
   * `validation_error`
   *
   * @example
   * ```ts
   * const checkout = await client.billing.createCheckout({ plan: 'pro' });
   * ```
   */
  createCheckout(body: CreateCheckoutBody, options?: WriteOptions): ApiPromise<Checkout> {
    return this.#transport.post(path`/v1/org/billing/checkout`, { body, options });
  }

  /**
   * Open the billing portal.
   *
   * Returns a page on which the subscription is changed or ended, with its invoices.
   *
   * Scope: `billing:write`.
   *
   * @throws {ApiError} `billing.not_available`, `idempotency_in_flight`, `idempotency_key_reused`,
   * `internal_error`, `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`,
   * `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const billingPortal = await client.billing.createPortal({ return_url: 'https://inspect.example.com/settings/billing' });
   * ```
   */
  createPortal(body?: CreatePortalBody, options?: WriteOptions): ApiPromise<BillingPortal> {
    return this.#transport.post(path`/v1/org/billing/portal`, { body, options });
  }
}

/** The plan, its status, what it includes and what is used of it */
export interface OrgPlan {
  plan: PlanName | NewerValue;
  status: SubscriptionState | NewerValue;
  includes: PlanIncludes;
  use: PlanUse;
  period: PlanPeriod;
  /** Who sets plan and status: whoever operates the service, or Stripe */
  provider: 'manual' | 'stripe' | NewerValue;
}

/** What the plan includes */
export interface PlanIncludes {
  /** In all; null where there is no limit */
  inspections: number | null;
  /** People of the organisation */
  members: number;
  /** E-mails and SMS, and as many one-time codes */
  messages_per_day: number;
  /** Of all inspections together */
  evidence_items: number;
  /** Of all inspections together */
  evidence_bytes: number;
  /** Webhook endpoints, of both kinds */
  endpoints: number;
  /** Days after its end that what a session holds of people is kept at most */
  retention_days: number;
  /** Links over a domain of your own */
  white_label: boolean;
  /** Single sign-on; there is none yet, so false on every plan */
  sso: boolean;
}

/** What is used of the plan */
export interface PlanUse {
  /** In all where the plan has a limit of them, else those of the period */
  inspections: number;
  /** Those included who are invited */
  members: number;
  /** Kept now, of all inspections together */
  evidence_items: number;
  /** Kept now, of all inspections together */
  evidence_bytes: number;
  /** Webhook endpoints, of both kinds */
  endpoints: number;
  /** E-mails and SMS of today, in UTC; no codes */
  messages: number;
  /** One-time codes of today, in UTC */
  codes: number;
}

/** What was paid for last; else the month of the calendar, in UTC */
export interface PlanPeriod {
  /** ISO 8601 timestamp */
  starts_at: string;
  /** ISO 8601 timestamp */
  ends_at: string;
}

/** The plan to pay */
export interface CreateCheckoutBody {
  /** What is to be paid */
  plan: 'pilot' | 'pro' | 'enterprise' | NewerValue;
  /**
   * Where the browser goes afterwards, paid or not: a page of the service or of the verified domain of
   * the organisation; else to the service
   */
  return_url?: string | undefined;
}

/** A page on which the plan is paid */
export interface Checkout {
  /** The page of the payment provider, to redirect to */
  url: string;
  /** Until when it can be paid there */
  expires_at: string;
}

/** Where to go afterwards */
export interface CreatePortalBody {
  /**
   * Where the browser goes afterwards, paid or not: a page of the service or of the verified domain of
   * the organisation; else to the service
   */
  return_url?: string | undefined;
}

/** A page with the subscription and its invoices */
export interface BillingPortal {
  /** The page of the payment provider, to redirect to */
  url: string;
}
