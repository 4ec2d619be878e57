import { expectTypeOf } from 'vitest';
import { z } from 'zod';
import type { Contract } from './contract.ts';
import { c, type ReplyOf, type Route } from './route.ts';
import type { MintedInvite } from './sessions/participants.ts';
import type { JoinedSession } from './field/join.ts';
import { Problem } from './shapes/problem.ts';
import type { Session } from './sessions/sessions.ts';
import type { WebhookDelivery } from './webhooks/webhook-delivery.ts';

// Statuses can vanish from the inferred types without an error: `responses` spread from an `as const` object has string
// keys, which match no status, and then handlers could answer anything. `tsc` checks this file.

type Routes = { [Resource in keyof Contract]: Contract[Resource][keyof Contract[Resource]] }[keyof Contract];

type StatusOf<Given extends Route> = ReplyOf<Given>['status'];

/** The statuses that the route's `responses` state. */
type StatedBy<Given extends Route> = keyof Given['responses'];

type Broken<Given> = Given extends Route
  ? [StatedBy<Given>] extends [StatusOf<Given>]
    ? [StatusOf<Given>] extends [StatedBy<Given>]
      ? never
      : Given['path']
    : Given['path']
  : never;

expectTypeOf<Broken<Routes>>().toBeNever();

// The guard finds the trap that it is for.
const asConst = { '404': Problem } as const;
const _trapped = c.query({
  method: 'GET',
  path: '/trapped',
  responses: { 200: z.object({}), ...asConst },
  strictStatusCodes: true,
});
expectTypeOf<Broken<typeof _trapped>>().toEqualTypeOf<'/trapped'>();

const _plain = c.query({
  method: 'GET',
  path: '/plain',
  responses: { 200: z.object({}), 404: Problem },
  strictStatusCodes: true,
});
expectTypeOf<Broken<typeof _plain>>().toBeNever();

// Answers of handlers, spelled out for the most important routes.
type Answer<Given extends Route> = ReplyOf<Given>;

expectTypeOf<Answer<Contract['sessions']['create']>>().toEqualTypeOf<{ status: 201; body: Session }>();
expectTypeOf<Answer<Contract['sessions']['end']>>().toEqualTypeOf<{ status: 200; body: Session }>();
expectTypeOf<Answer<Contract['participants']['create']>>().toEqualTypeOf<{
  status: 201;
  body: MintedInvite;
}>();
expectTypeOf<Answer<Contract['join']['redeem']>>().toEqualTypeOf<{ status: 200; body: JoinedSession }>();
expectTypeOf<Answer<Contract['webhookEndpoints']['test']>>().toEqualTypeOf<{
  status: 202;
  body: WebhookDelivery;
}>();
expectTypeOf<StatusOf<Contract['webhookEndpoints']['delete']>>().toEqualTypeOf<204>();
