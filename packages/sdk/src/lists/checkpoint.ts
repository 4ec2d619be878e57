import { UsageError } from '../errors/field-inspection-error.ts';
import { buildUrl } from '../requests/build-url.ts';
import type { RoutePath } from '../requests/route-path.ts';

/** Position of an iteration in its list. */
export interface Position {
  /** Cursor of the page under way; `null` for the first. */
  readonly cursor: string | null;
  /** Ids of the page's items that were given: they, and not a count, since items may come and go meanwhile. */
  readonly given: readonly string[];
}

/** Names a list by its path and filters, without the position and size of a page. */
export function nameList(path: RoutePath, query: object): string {
  // Filters are sorted by name: an entry is compared as its text, which begins with its name.
  const filters = Object.entries({ ...query, cursor: undefined, limit: undefined }).sort();
  return buildUrl('', path, Object.fromEntries(filters));
}

/** A position as text that is safe in a file, a database and an URL. */
export function writeCheckpoint(list: string, { cursor, given }: Position): string {
  // The text is of ASCII alone, as btoa needs.
  const text = encodeURIComponent(JSON.stringify([VERSION, list, cursor, ...given]));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @throws {UsageError} when it is no checkpoint, or one of another list */
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
