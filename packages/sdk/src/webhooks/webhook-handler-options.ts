import type { UnknownWebhookEvent } from './unknown-webhook-event.ts';
import type { PingEvent, WebhookEvent } from './webhook-event.ts';

/** An event that a handler can be given for: every type that this package knows but `ping`. */
export type HandledWebhookEvent = Exclude<WebhookEvent, PingEvent | UnknownWebhookEvent>;

/** The event of a type. */
export type WebhookEventOf<Type extends HandledWebhookEvent['type']> = HandledWebhookEvent extends infer Event
  ? Event extends { type: infer Types }
    ? Type extends Types
      ? Types extends Type
        ? Event
        : Event & { type: Type }
      : never
    : never
  : never;

/**
 * Functions by type of event; their results are awaited, and a throw makes the service try again.
 *
 * @typeParam Newer types that this package does not know yet, such as `'session.future'`
 */
export type WebhookEventHandlers<Newer extends string = never> = {
  // `| Newer` would be inferred from the keys: a misspelt type would be taken for a newer one.
  readonly [Type in HandledWebhookEvent['type'] | Extract<Newer, string>]?:
    ((event: NamedWebhookEvent<Type>, context: WebhookContext) => unknown) | undefined;
};

type NamedWebhookEvent<Type extends string> = Type extends HandledWebhookEvent['type']
  ? WebhookEventOf<Type>
  : UnknownWebhookEvent<Type>;

/** Context of an event. */
export interface WebhookContext {
  /** Index of the secret that signed it. When the old one's stays unused, a rotation is through. */
  readonly secretIndex: number;
  /** Number of this attempt, from 1, as the header says; `null` without one. It is not signed. */
  readonly attempt: number | null;
}

/** Context of an error. */
export interface WebhookErrorContext {
  /** Status that the sender is answered. */
  readonly status: number;
  /** Event whose handling failed; absent when the delivery was refused before. */
  readonly event?: WebhookEvent;
}

/**
 * Remembers what was handled, so that a delivery that comes twice is handled once. An event is marked
 * when its handler succeeded, so a failure is tried again.
 *
 * Two deliveries of one event at the same time can both be unseen: the service sends the next attempt
 * when the last one had no answer within 10 s, though its handler may still run. Where that matters,
 * let the handler insert `event.id` under a unique index, in the transaction of its effect.
 */
export interface WebhookDedupe {
  /** Tells whether the event of this id was marked. */
  seen(eventId: string): boolean | Promise<boolean>;
  /** Remembers the event. Keep it for two days: retries end after about 31 hours. */
  mark(eventId: string): unknown;
}

/** The signing secret; during a rotation the new and the old one. */
export type WebhookSecrets = string | readonly string[];

export interface WebhookHandlerOptions<Newer extends string = never> {
  /** Handlers by type of event. */
  on: WebhookEventHandlers<Newer>;
  /**
   * The endpoint's signing secret, during a rotation the new and the old one; or a function that gives
   * them, called for every delivery.
   * @default the environment's FIELD_INSPECTION_WEBHOOK_SECRET, two with a comma between
   */
  secrets?: WebhookSecrets | (() => WebhookSecrets | Promise<WebhookSecrets>) | undefined;
  /**
   * Gets every event that has no handler in `on`, also one of a type newer than this package.
   * @default the event is acknowledged and ignored
   */
  onUnknown?: ((event: WebhookEvent<Newer>, context: WebhookContext) => unknown) | undefined;
  /**
   * Gets what went wrong: a {@link WebhookVerificationError} for a refused delivery, a
   * {@link UsageError} for a receiver that is set up wrong, or what a handler threw.
   * @default writes it to the console
   */
  onError?: ((error: unknown, context: WebhookErrorContext) => unknown) | undefined;
  /**
   * Passes over events that were handled before.
   * @default every delivery is handled
   */
  dedupe?: WebhookDedupe | undefined;
  /**
   * The longest body that is read; a longer one is answered 413.
   * @default 1_048_576
   */
  maxBodyBytes?: number | undefined;
  /**
   * Most seconds of a signature's time from now, in either direction.
   * @default 300
   */
  toleranceSeconds?: number | undefined;
  /**
   * The clock.
   * @default Date.now
   */
  now?: (() => Date | number) | undefined;
}
