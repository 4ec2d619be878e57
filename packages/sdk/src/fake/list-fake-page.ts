import { FakeRefusal } from './fake-refusal.ts';
import type { FakeState } from './fake-state.ts';

/** What a list's query says once it is read. */
export type FakeQuery = Readonly<Record<string, unknown>>;

interface FakeList<T> {
  /** All of the list's kind, in the order of their creation. */
  readonly items: Iterable<T>;
  readonly list: string;
  readonly query: FakeQuery;
  readonly matches?: (item: T) => boolean;
}

/**
 * One page, newest first. As with the service, a cursor is bound to the list and its filters and names a
 * place, not a count: what comes and goes meanwhile makes nothing be skipped or repeated.
 */
export function listFakePage<T extends { id: string }>(
  { places }: Pick<FakeState, 'places'>,
  { items, list, query, matches = () => true }: FakeList<T>,
) {
  const { cursor, limit = 25, ...filters } = query;
  const scope = `${list} ${JSON.stringify(filters)}`;
  const before = cursor === undefined ? Infinity : readPlace(scope, cursor as string);
  const placed = [...items].map((item) => ({ item, place: placeOf(places, item.id) }));
  const rest = placed.reverse().filter(({ item, place }) => place < before && matches(item));
  const page = rest.slice(0, limit as number);
  const hasMore = rest.length > page.length;
  return {
    data: page.map(({ item }) => item),
    has_more: hasMore,
    next_cursor: hasMore ? btoa(`${page.at(-1)?.place} ${scope}`) : null,
  };
}

// Given at the first look, to all in the order of their creation: it outlives what is deleted.
function placeOf(places: Map<string, number>, id: string): number {
  const place = places.get(id) ?? places.size;
  places.set(id, place);
  return place;
}

function readPlace(scope: string, cursor: string): number {
  const [place = '', ...rest] = decode(cursor).split(' ');
  if (/^\d+$/.test(place) && rest.join(' ') === scope) return Number(place);
  throw new FakeRefusal(
    'invalid_cursor',
    'Pass next_cursor of the page before unchanged, with the same filters, or start without a cursor.',
  );
}

function decode(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return '';
  }
}
