// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { RequestOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';

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
}

/** The plan, its status, what it includes and what is used of it */
export interface OrgPlan {
  plan: 'free' | 'pilot' | 'pro' | 'enterprise' | (string & {});
  /** `trialing` and `active` create inspections; the other two do everything but that */
  status: 'trialing' | 'active' | 'past_due' | 'canceled' | (string & {});
  includes: PlanIncludes;
  use: PlanUse;
  /** The calendar's month in UTC */
  period: {
    /** ISO 8601 timestamp */
    starts_at: string;
    /** ISO 8601 timestamp */
    ends_at: string;
  };
}

/** What the plan includes */
export interface PlanIncludes {
  /** In all; null where there is no limit */
  inspections: number | null;
  members: number;
  /** E-mails and SMS, and as many one-time codes */
  messages_per_day: number;
  /** Of all inspections together */
  evidence_items: number;
  /** Of all inspections together */
  evidence_bytes: number;
  /** Webhook endpoints, of both kinds */
  endpoints: number;
  /** For how long what belongs to an inspection may be kept at most */
  retention_days: number;
  /** Own name, logo and colours */
  white_label: boolean;
  /** Single sign-on */
  sso: boolean;
}

/** What is used of the plan */
export interface PlanUse {
  /** In all where the plan has a limit of them, else those of the period */
  inspections: number;
  evidence_items: number;
  evidence_bytes: number;
  endpoints: number;
}
