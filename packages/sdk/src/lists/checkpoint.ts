import { UsageError } from '../errors/field-inspection-error.ts';
import { buildUrl } from '../requests/build-url.ts';
import type { RoutePath } from '../requests/route-path.ts';

/** Where an iteration stands in its list. */
export interface Position {
  /** Of the page under way; `null` for the first. */
  readonly cursor: string | null;
  /** The ids of what was given of that page: they, and not a count, since items may come and go meanwhile. */
  readonly given: readonly string[];
}

/** What tells a list from others: its path and filters, without the place and size of a page. */
export function nameList(path: RoutePath, query: object): string {
  const filters = Object.entries(query).filter(([name]) => name !== 'cursor' && name !== 'limit');
  return buildUrl('', path, Object.fromEntries(filters.sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** A position as text that is safe in a file, a database and an URL. */
export function writeCheckpoint(list: string, { cursor, given }: Position): string {
  const bytes = new TextEncoder().encode(JSON.stringify([VERSION, list, cursor, ...given]));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @throws {UsageError} when it is no checkpoint, or one of another list */
export function readCheckpoint(list: string, checkpoint: string): Position {
  const [version, ownList, cursor, ...given] = parse(checkpoint);
  if (version !== VERSION) throw new UsageError('resume is not a checkpoint() of this version of the SDK');
  if (ownList === list) return { cursor, given } as Position;
  throw new UsageError('resume is a checkpoint() of another list, or of this one with other filters');
}

const VERSION = 1;

function parse(checkpoint: string): unknown[] {
  try {
    const binary = atob(checkpoint.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
