import {
  listRoutes,
  policyOf,
  type Contract,
  type ReplyOf,
  type RequestOf,
  type Route,
  type RouteAuth,
} from '@field-inspection/contract';
import type { Request, Response } from 'express';
import type { Tx } from '../../platform/database/transact.ts';
import type { Reply } from '../kept-reply.ts';
import {
  callerOf,
  fieldCallerOf,
  signerCallerOf,
  type Caller,
  type FieldCaller,
  type SignerCaller,
} from '../request-state.ts';
import { writeOnce } from '../write-once.ts';

export const implement = <Family extends Record<string, Route>, Name extends keyof Family & string>(
  _family: Family,
  implementations: Pick<Implementations<Family>, Name>,
): Pick<Implementations<Family>, Name> => implementations;

export type Implementations<Family> = {
  [Name in keyof Family]: Family[Name] extends Route ? Implementation<Family[Name]> : never;
};

/**
 * Runs after the policy has admitted the request and the contract has checked it. It gives the body of the reply, with
 * the contract's status. A route of several statuses, of bytes, or with a way of its own gives the whole reply.
 */
type Implementation<Asked extends Route> =
  | Whole<RequestTo<Asked>, ReplyOf<Asked>>
  | (Asked extends { metadata: { idempotent: false } } ? Read<RequestTo<Asked>, BodyOf<Asked>> : never)
  | (Asked extends { metadata: { idempotent: true } } ? Write<RequestTo<Asked>, BodyOf<Asked>> : never);

type Whole<Given, Answer> = { reply: (given: Given) => Promise<Answer> };

type Read<Given, Body> = (given: Given) => Promise<Body>;

/**
 * A transaction, once per Idempotency-Key (`writeOnce`). `before` is for work outside the transaction: it does not
 * run for a repeated call, and gives the transaction's work, or the body where nothing is left to do. A write that
 * `endsRight` takes the locks itself.
 */
type Write<Given, Body> =
  | Effect<Given, Body>
  | { endsRight: true; run: Effect<Given, Body> }
  | { before: (given: Given) => Promise<Body | ((tx: Tx) => Promise<Body>)> };

type Effect<Given, Body> = (tx: Tx, given: Given) => Promise<Body>;

type RequestTo<Asked extends Route> = RequestOf<Asked> & Exchange & { caller: CallerOf<Asked> };

/** A request and its reply, for a route with a way of its own. */
export type Exchange = { req: Request; res: Response };

type CallerOf<Asked> = Asked extends { metadata: { auth: infer Auth extends RouteAuth } }
  ? ReturnType<(typeof CALLERS)[Auth]>
  : never;

const CALLERS = {
  credential: callerOf,
  field_session: fieldCallerOf,
  signing_link: signerCallerOf,
  signing_session: signerCallerOf,
  reading_session: signerCallerOf,
  none: () => undefined,
} satisfies Record<RouteAuth, (request: object) => Caller | FieldCaller | SignerCaller | undefined>;

type BodyOf<Asked extends Route> = ReplyOf<Asked>['body'] extends infer Body
  ? [Body] extends [undefined]
    ? void
    : Body
  : never;

export type Endpoint = { route: Route; handle: (given: Given) => Promise<Reply<number, unknown>> };

type Given = Exchange & { body?: unknown; caller?: unknown };

export const listEndpoints = (context: WriteContext, implementations: ContractImplementations): Endpoint[] =>
  listRoutes().map(({ resource, key, route, policy }) => {
    const families = implementations as unknown as Record<string, Record<string, AnyImplementation>>;
    const answer = answerWith(context, route, families[resource]![key]!);
    const handle = async (given: Given) => {
      const reply = await answer({ ...given, caller: CALLERS[policy.auth](given.req) });
      if (policy.etag) given.res.set('ETag', `"${(reply.body as { version: number }).version}"`);
      return reply;
    };
    return { route, handle };
  });

type WriteContext = Parameters<typeof writeOnce>[0];

export type ContractImplementations = { [Family in keyof Contract]: Implementations<Contract[Family]> };

type AnyImplementation = Whole<Given, Reply<number, unknown>> | Read<Given, unknown> | Write<Given, unknown>;

const answerWith = (
  context: WriteContext,
  route: Route,
  implementation: AnyImplementation,
): Endpoint['handle'] => {
  if ('reply' in implementation) return implementation.reply;
  const status = statusOf(route);
  const reply = async (body: unknown) => ({ status, body: await body });
  if (!policyOf(route).idempotent) return (given) => reply((implementation as Read<Given, unknown>)(given));
  const write = implementation as Write<Given, unknown>;
  if ('before' in write) {
    return (given) =>
      writeOnce(context, given, {
        before: () => write.before(given),
        run: (tx, prepared) => reply(typeof prepared === 'function' ? prepared(tx) : prepared),
      });
  }
  const { run, endsRight } = typeof write === 'function' ? { run: write, endsRight: false } : write;
  return (given) => writeOnce(context, given, { endsRight, run: (tx) => reply(run(tx, given)) });
};

const statusOf = ({ path, responses }: Route): number => {
  const [status, ...others] = Object.keys(responses);
  if (others.length > 0) throw new Error(`${path} has several statuses: it must give the whole reply`);
  return Number(status);
};
