import { UsageError } from '../errors/field-inspection-error.ts';
import { checkOptions } from '../requests/check-options.ts';
import type { HandledWebhookEvent, WebhookHandlerOptions } from './webhook-handler-options.ts';

const OPTIONS: Readonly<Record<keyof WebhookHandlerOptions, 1>> = {
  on: 1,
  secrets: 1,
  onUnknown: 1,
  onError: 1,
  dedupe: 1,
  maxBodyBytes: 1,
  toleranceSeconds: 1,
  now: 1,
};

const TYPES: Readonly<Record<HandledWebhookEvent['type'], 1>> = {
  'session.created': 1,
  'session.joined': 1,
  'session.updated': 1,
  'session.ended': 1,
  'session.outcome': 1,
  'session.evidence.captured': 1,
  'session.signed': 1,
  'session.anchored': 1,
  'session.completed': 1,
  'session.expired': 1,
  'session.redacted': 1,
  'evidence.created': 1,
  'participant.left': 1,
  'recording.ready': 1,
  'endpoint.paused': 1,
  'delivery.dropped': 1,
  'message.failed': 1,
};

/**
 * @throws {UsageError} since without functions every event would fail, and a function of a wrong name is never called
 */
export function checkHandlers(options: WebhookHandlerOptions | undefined): void {
  checkOptions(options, Object.keys(OPTIONS));
  if (!options?.on) throw new UsageError('Give on: functions by type of event');
  const types = Object.keys(TYPES);
  for (const name of Object.keys(options.on)) {
    if (types.includes(name)) continue;
    // A type newer than this package is near to none of these.
    const near = types.find((type) => isNear(name, type, 2));
    if (near) throw new UsageError(`on: there is no event ${JSON.stringify(name)}: did you mean ${near}?`);
  }
}

/** So many letters changed, added or left out make one of the other. */
function isNear(from: string, to: string, changes: number): boolean {
  if (!from || !to) return from.length + to.length <= changes;
  const [restFrom, restTo] = [from.slice(1), to.slice(1)];
  if (from[0] === to[0]) return isNear(restFrom, restTo, changes);
  if (changes === 0) return false;
  return (
    isNear(restFrom, to, changes - 1) ||
    isNear(from, restTo, changes - 1) ||
    isNear(restFrom, restTo, changes - 1)
  );
}
