import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { PLANS, SUBSCRIPTION_STATUSES } from '../laws/plans.ts';
import { readPolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { Timestamp } from '../shapes/timestamp.ts';

const c = initContract();

/** What the plan includes. */
export const PlanIncludes = z
  .object({
    inspections: z
      .int()
      .nullable()
      .meta({ description: 'In all; null where there is no limit', example: null }),
    members: z.int().meta({ example: 100 }),
    messages_per_day: z.int().meta({
      description: 'E-mails and SMS, and as many one-time codes',
      example: 5_000,
    }),
    evidence_items: z.int().meta({ description: 'Of all inspections together', example: 2_000_000 }),
    evidence_bytes: z.int().meta({ description: 'Of all inspections together', example: 5_497_558_138_880 }),
    endpoints: z.int().meta({ description: 'Webhook endpoints, of both kinds', example: 50 }),
    retention_days: z.int().meta({
      description: 'For how long what belongs to an inspection may be kept at most',
      example: 3_650,
    }),
    white_label: z.boolean().meta({ description: 'Own name, logo and colours', example: true }),
    sso: z.boolean().meta({ description: 'Single sign-on', example: false }),
  })
  .meta({ id: 'PlanIncludes', description: 'What the plan includes' });

/** What is used of it. */
export const PlanUse = z
  .object({
    inspections: z.int().meta({
      description: 'In all where the plan has a limit of them, else those of the period',
      example: 128,
    }),
    evidence_items: z.int().meta({ example: 8_412 }),
    evidence_bytes: z.int().meta({ example: 36_507_222_016 }),
    endpoints: z.int().meta({ example: 2 }),
  })
  .meta({ id: 'PlanUse', description: 'What is used of the plan' });

/** What an organisation pays for, whether it is paid, and what is used of it. */
export const OrgPlan = z
  .object({
    plan: z.enum(PLANS).meta({ example: 'pro' }),
    status: z.enum(SUBSCRIPTION_STATUSES).meta({
      description: '`trialing` and `active` create inspections; the other two do everything but that',
      example: 'active',
    }),
    includes: PlanIncludes,
    use: PlanUse,
    period: z
      .object({ starts_at: Timestamp, ends_at: Timestamp })
      .meta({ description: "The calendar's month in UTC" }),
  })
  .meta({ id: 'OrgPlan', description: 'The plan, its status, what it includes and what is used of it' });

export type OrgPlan = z.infer<typeof OrgPlan>;

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
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
