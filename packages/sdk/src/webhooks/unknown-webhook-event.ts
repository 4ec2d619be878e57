/**
 * The type of an event that this version does not know: a string at run time. Declared as an enum's, because in a union
 * with `string` (or `string & {}`) `event.type === 'session.created'` would not narrow `data`.
 */
declare enum UnknownWebhookEventType {
  Any = '',
}

/**
 * An event of a type that this version of the SDK does not know: answer 2xx, and ignore it.
 *
 * @typeParam Newer the types that your code names all the same, such as `'session.future'`
 */
export interface UnknownWebhookEvent<Newer extends string = never> {
  id: string;
  type: UnknownWebhookEventType | Newer;
  created_at: string;
  api_version: string;
  organisation_id: string;
  endpoint: string;
  sequence: number;
  data: unknown;
}
