import type { FieldInspection } from './client.ts';
import type { PagePromise } from './lists/page-promise.ts';
import type { ApiPromise } from './requests/api-promise.ts';
import type { ListOptions, WriteOptions } from './requests/options.ts';
import type { Resources } from './resources/resources.ts';
import type { SubscribableEventType } from './resources/webhook-endpoints.ts';

/* Values of a reply can be sent again: by a rule over all resources, and as programs write it. */
type Expect<T extends never> = T;
type Shown = Omit<Resources, 'v1'> & Resources['v1'];

type Sent<Method> = Method extends (...args: infer A) => unknown
  ? Exclude<Extract<A[number], object>, ListOptions | WriteOptions>
  : never;
type Given<Method> = Method extends (...args: never[]) => infer Result
  ? Result extends ApiPromise<infer T> | PagePromise<infer T>
    ? T
    : never
  : never;
/** Fields that take no value of the same field in the resource's replies. */
type Unfit<S, G> = S extends object
  ? G extends object
    ? {
        [Field in keyof S & keyof G]: NonNullable<G[Field]> extends NonNullable<S[Field]> ? never : Field;
      }[keyof S & keyof G]
    : never
  : never;
type AllUnfit = {
  [R in keyof Shown]: {
    [
      K in keyof Shown[R]
    ]: `${R}.${K & string}: ${Unfit<Sent<Shown[R][K]>, Given<Shown[R][keyof Shown[R]]>> & string}`;
  }[keyof Shown[R]];
}[keyof Shown];

/** Fields sent as a word, which replies show in an object: the outcome, a domain's name, an SMS's text. */
type OneWord =
  | 'sessions.setOutcome: outcome'
  | 'sessions.list: outcome'
  | 'branding.update: domain'
  | 'messages.update: sms'
  | 'messages.preview: sms';
/** Requests allow fewer words than replies: nobody checks out the free plan, or makes a member invited. */
type Fewer = 'billing.createCheckout: plan' | 'members.update: status';
/** Another reply of the resource uses that name for something else. */
type OtherMeaning = 'evidence.list: kind' | 'inspections.list: status';
/** Kind and address tell an endpoint together: a repeated create says which it is. */
type Ways = `${'webhookEndpoints' | 'webhooks'}.create: ${'kind' | 'url'}`;
/** Replies have event types as strings, since types of old deliveries may be gone. */
type EventTypes = `${'webhookEndpoints' | 'webhookEvents' | 'webhooks'}.${string}: event_type${'' | 's'}`;
export type Tests = [Expect<Exclude<AllUnfit, OneWord | Fewer | OtherMeaning | Ways | EventTypes>>];

export async function sendAgain(client: FieldInspection, id: string) {
  const credential = await client.credentials.get(id);
  await client.credentials.create({ name: 'Twin', scopes: credential.scopes });
  for (const role of (await client.org.getRoles()).data) {
    await client.credentials.create({ name: role.name, scopes: role.scopes });
    await client.credentials.create({ name: role.name, scopes: role.name });
  }
  const [member] = (await client.members.list()).data;
  if (member) {
    await client.members.create({ name: member.name, email: member.email, role: member.role });
    await client.members.list({ role: member.role, status: member.status });
  }
  const endpoint = await client.webhookEndpoints.get(id);
  const known = endpoint.event_types as SubscribableEventType[];
  await client.webhookEndpoints.update(id, { event_types: [...known, 'session.outcome'] });
  const session = await client.sessions.get(id);
  await client.sessions.list({ status: session.status });
  if (session.outcome) await client.sessions.setOutcome(id, { outcome: session.outcome.outcome });
  await client.sessions.create({ locale: session.locale, shots: session.shots });
}
