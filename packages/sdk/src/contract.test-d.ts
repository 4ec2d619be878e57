import type { contract, EmittedEventType, ErrorCode, webhookEventSchemas } from '@field-inspection/contract';
import type { z } from 'zod';
import type { KnownErrorCode } from './errors/error-code.ts';
import type { FakeEvents } from './fake/contract/vocabulary.ts';
import type { NewerValue } from './http/newer-value.ts';
import type { WebResponse } from './http/web-types.ts';
import type { PagePromise } from './lists/page-promise.ts';
import type { ApiPromise } from './requests/api-promise.ts';
import type { ListOptions, RequestOptions, WriteOptions } from './requests/options.ts';
import type { Resources } from './resources/resources.ts';
import type { WebhookEvent } from './webhooks/webhook-event.ts';

/*
 * The SDK's types are the contract's; `tsc` fails here when they are not. The mapping, once:
 * - a reply is z.output, a body and a query z.input, all with their unions of strings open: what a reply gives can be sent
 * - a query has numbers and booleans here, text on the wire
 * - a list gives a PagePromise of the items of `data`, and takes where to resume
 */
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Expect<T extends true> = T;
type Contract = typeof contract;

type Open<T> = OpenText<Extract<T, string>> | OpenRest<Exclude<T, string>>;
type OpenText<T extends string> = string extends T ? T : Equal<T, OneOf<T>> extends true ? T : T | NewerValue;
type OpenRest<T> = T extends (infer Item)[]
  ? Open<Item>[]
  : T extends object
    ? { [K in keyof T]: Open<T[K]> }
    : T;
type OneOf<T> = (T extends unknown ? (member: () => T) => void : never) extends (member: infer M) => void
  ? M extends () => infer Last
    ? Last
    : never
  : never;

type Reply<Route> = Route extends { responses: infer Responses } ? Responses[keyof Responses] : never;
type Output<Route> = Reply<Route> extends z.ZodType ? Open<z.output<Reply<Route>>> : void;
type Result<Route> =
  Extract<Reply<Route>, { contentType: string }> extends never ? ParsedResult<Route> : Promise<WebResponse>;
type ParsedResult<Route> = [Route, Output<Route>] extends [
  { query: z.ZodType<unknown, { cursor?: string | undefined }> },
  { data: (infer Item)[]; next_cursor: string | null },
]
  ? PagePromise<Item>
  : ApiPromise<Output<Route>>;

type PathValues<Path> = Path extends `${string}:${infer Rest}` ? [string, ...PathValues<Rest>] : [];
type Query<Route> = Route extends { query: infer Schema extends z.ZodType }
  ? [(Open<WithFlags<WithNumbers<z.input<Schema>, z.output<Schema>>>> | undefined)?]
  : [];
type WithNumbers<Input, Output> = {
  [K in keyof Input]: K extends keyof Output
    ? number extends Output[K]
      ? number | Extract<Input[K], undefined>
      : Input[K]
    : never;
};
/** The contract types a flag in a query as text. */
type WithFlags<T> = {
  [K in keyof T]: Equal<Exclude<T[K], undefined>, 'true' | 'false'> extends true
    ? boolean | Extract<T[K], undefined>
    : T[K];
};
type Flat<T> = { [K in keyof T]: T[K] };
type Body<Route> = Route extends { body: infer Schema extends z.ZodType }
  ? BodyOf<Open<z.input<Schema>>>
  : [];
type BodyOf<T> = Exclude<T, undefined> extends Record<string, never> ? [] : undefined extends T ? [T?] : [T];
type Options<Route> = [(OptionsOf<Route> | undefined)?];
type OptionsOf<Route> = Route extends { method: 'GET' }
  ? Result<Route> extends PagePromise<unknown>
    ? ListOptions
    : RequestOptions
  : WriteOptions;
type Arguments<Route> = Route extends { path: infer Path }
  ? [...PathValues<Path>, ...Query<Route>, ...Body<Route>, ...Options<Route>]
  : never;

type Shown = Omit<Resources, 'v1' | 'sessions'> &
  Resources['v1'] & { readonly sessions: Omit<Resources['sessions'], 'waitFor'> };

type Mismatches = {
  [R in keyof Shown & keyof Contract]: {
    [K in keyof Shown[R] & keyof Contract[R]]: Shown[R][K] extends (...args: infer A) => infer P
      ? [Equal<A, Arguments<Contract[R][K]>>, Equal<P, Result<Contract[R][K]>>] extends [true, true]
        ? never
        : `${R}.${K & string}`
      : never;
  }[keyof Shown[R] & keyof Contract[R]];
}[keyof Shown & keyof Contract];

/**
 * The body tells which properties go together, which the contract says in rules: it is narrower than the route's
 * (wrong-words.test-d.ts).
 */
type Ways = {
  'inspections.create': Taken<'inspections', 'create'>;
  'inspections.createMany': Taken<'inspections', 'createMany'>;
  'signatures.request': Taken<'signatures', 'request'>;
  'webhookEndpoints.create': Taken<'webhookEndpoints', 'create'>;
  'webhooks.create': Taken<'webhooks', 'create'>;
};
type Taken<
  R extends keyof Shown & keyof Contract,
  K extends keyof Shown[R] & keyof Contract[R],
> = Shown[R][K] extends (...args: infer A) => unknown
  ? A extends Arguments<Contract[R][K]>
    ? true
    : false
  : false;

/**
 * Resources that are called with an API key: a field person has a token, whoever verifies
 * has nothing, and the service's own page signs members in.
 */
type Offered = Exclude<
  keyof Contract,
  'join' | 'field' | 'fieldEvidence' | 'fieldWhiteboards' | 'signing' | 'signIn' | 'verification'
>;
type OfferedRoutes = { [K in Offered]: Omit<Contract[K], 'open'> };
type MethodNames<R> = { [K in keyof R]: keyof R[K] };

type EventOf<Type> = Extract<WebhookEvent, { type: Type }>;
type EventMismatches = {
  [Type in keyof typeof webhookEventSchemas]: Equal<
    Flat<EventOf<Type>>,
    Open<z.output<(typeof webhookEventSchemas)[Type]>>
  > extends true
    ? never
    : Type;
}[keyof typeof webhookEventSchemas];

export type Tests = [
  Expect<Equal<Exclude<Mismatches, keyof Ways>, never>>,
  Expect<Equal<Ways[keyof Ways], true>>,
  Expect<Equal<EventMismatches, never>>,
  Expect<Equal<Flat<MethodNames<Shown>>, Readonly<MethodNames<OfferedRoutes>>>>,
  Expect<Equal<KnownErrorCode, ErrorCode>>,
  // The fake signs exactly the events that the service sends.
  Expect<Equal<keyof FakeEvents, EmittedEventType>>,
];
