import { UsageError } from '../errors/field-inspection-error.ts';
import { buildUrl } from '../requests/build-url.ts';
import type { RoutePath } from '../requests/route-path.ts';

export interface Position {
  readonly cursor: string | null;
  /** Ids rather than a count, since items may come and go meanwhile. */
  readonly given: readonly string[];
}

/** The same list has the same path and filters, whatever the page. */
export function nameList(path: RoutePath, query: object): string {
  // An entry's text begins with its name, so filters are sorted by name.
  const filters = Object.entries({ ...query, cursor: undefined, limit: undefined }).sort();
  return buildUrl('', path, Object.fromEntries(filters));
}

export function writeCheckpoint(list: string, { cursor, given }: Position): string {
  // btoa takes ASCII alone.
  const text = encodeURIComponent(JSON.stringify([VERSION, list, cursor, ...given]));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @throws {UsageError} for no checkpoint, or another list's */
export function readCheckpoint(list: string, checkpoint: string): Position {
  const [version, ownList, cursor, ...given] = parse(checkpoint);
  if (version !== VERSION) throw new UsageError('resume is not a checkpoint() of this version of the SDK');
  if (ownList === list) return { cursor, given } as Position;
  throw new UsageError('resume is a checkpoint() of another list, or of other filters');
}

const VERSION = 1;

function parse(checkpoint: string): unknown[] {
  try {
    const text = decodeURIComponent(atob(checkpoint.replaceAll('-', '+').replaceAll('_', '/')));
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
