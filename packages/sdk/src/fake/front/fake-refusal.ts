import { nameIssue } from '@field-inspection/contract/plain';
import { invalidParts, Refusal } from '@field-inspection/rules';
import type { FieldError } from '../../errors/api-error.ts';
import type { RouteName } from '../contract/routes.ts';

/** Paths begin with the part: `body.notes`, `query.limit`. */
export const refuseFields = (errors: readonly FieldError[]): Refusal =>
  invalidParts(errors.map((fault) => ({ ...fault, code: nameIssue(fault.code) })));

export const refuseField = (path: string, code: string, message: string): Refusal =>
  refuseFields([{ path, code, message }]);

export const matchesFakeVersion = (version: number, ifMatch: string | null): boolean =>
  ifMatch === null ||
  ifMatch === '*' ||
  ifMatch.split(',').some((tag) => Number(/\d+/.exec(tag)?.[0]) === version);

/** Objects without an ETag: If-Match can name no version of them. */
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
