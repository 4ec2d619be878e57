/**
 * The type of an event that this version of the SDK does not know. It is a string at run time. It is
 * declared as an enum's because a union with `string` (or `string & {}`) in it no longer narrows:
 * `event.type === 'session.created'` would leave `data` unknown.
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
