import type { WebhookDedupe } from './webhook-handler-options.ts';

export interface MemoryDedupeOptions {
  /**
   * Most events that are remembered; the oldest go first.
   * @default 10_000
   */
  maxEntries?: number | undefined;
  /**
   * Seconds that an event is remembered. Retries end after about 31 hours.
   * @default 172_800
   */
  ttlSeconds?: number | undefined;
  /**
   * The clock, in milliseconds since the Unix epoch.
   * @default Date.now
   */
  now?: (() => number) | undefined;
}

/**
 * Remembers handled events in memory: for tests, and for a receiver that is one process and may handle
 * an event again after a restart.
 *
 * @example
 * ```ts
 * const handler = createWebhookHandler({ dedupe: createMemoryDedupe(), on: { 'session.created': save } });
 * ```
 */
export function createMemoryDedupe({
  maxEntries = 10_000,
  ttlSeconds = 172_800,
  now = Date.now,
}: MemoryDedupeOptions = {}): WebhookDedupe {
  const expiries = new Map<string, number>();
  return {
    seen: (eventId) => (expiries.get(eventId) ?? 0) > now(),
    mark: (eventId) => {
      // Set anew, so that the map is in the order of expiries.
      expiries.delete(eventId);
      expiries.set(eventId, now() + ttlSeconds * 1000);
      const [oldest] = expiries.keys();
      if (oldest !== undefined && expiries.size > maxEntries) expiries.delete(oldest);
    },
  };
}
