import { nameIssue } from '@field-inspection/contract/plain';
import { invalidParts, Refusal } from '@field-inspection/rules';
import type { FieldError } from '../../errors/api-error.ts';
import type { RouteName } from '../contract/routes.ts';

/** All parts of a request that are not valid, by their paths: `body.notes`, `query.limit`. */
export const refuseFields = (errors: readonly FieldError[]): Refusal =>
  invalidParts(errors.map((fault) => ({ ...fault, code: nameIssue(fault.code) })));

export const refuseField = (path: string, code: string, message: string): Refusal =>
  refuseFields([{ path, code, message }]);

/** True if a change may rest on this version: If-Match has one tag, a list of them, or `*`. */
export const matchesFakeVersion = (version: number, ifMatch: string | null): boolean =>
  ifMatch === null ||
  ifMatch === '*' ||
  ifMatch.split(',').some((tag) => Number(/\d+/.exec(tag)?.[0]) === version);

/** Routes whose objects have no ETag, so that If-Match can name no state of them. */
const UNTAGGED: ReadonlySet<RouteName> = new Set([
  'org.update',
  'messages.update',
  'members.update',
  'members.delete',
]);

export function refuseUntagged(name: RouteName, ifMatch: string | null): void {
  if (!UNTAGGED.has(name) || ifMatch === null || ifMatch.trim() === '*') return;
  const why = 'What this changes has no ETag, so If-Match can name no state of it.';
  throw new Refusal('precondition_failed', `${why} Get it, and send your change again without the header.`);
}
