import { UsageError } from '../errors/field-inspection-error.ts';
import { checkOptions } from '../requests/check-options.ts';
import { HANDLED_TYPES } from './handled-types.ts';
import type { WebhookHandlerOptions } from './webhook-handler-options.ts';

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

/** @throws {UsageError} since without functions every event would fail, and one of a wrong name is never called */
export function checkHandlers(options: WebhookHandlerOptions | undefined): void {
  checkOptions(options, Object.keys(OPTIONS));
  if (!options?.on) throw new UsageError('Give on: functions by type of event');
  for (const name of Object.keys(options.on)) {
    if (HANDLED_TYPES.includes(name)) continue;
    // A type that is newer than this package is near to none of these.
    const near = HANDLED_TYPES.find((type) => isNear(name, type, 2));
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
