import { unknownCursor } from '@field-inspection/rules';
import type { FakeState } from '../state/fake-state.ts';
import type { FakeEntry } from '../state/fake-chain.ts';

type FakeQuery = Readonly<Record<string, unknown>>;

interface FakeList<T> {
  readonly items: Iterable<T>;
  readonly list: string;
  readonly query: FakeQuery;
  readonly matches?: (item: T) => boolean;
  /** @default 'newest first' */
  readonly order?: 'newest first' | 'oldest first';
}

/**
 * A cursor is bound to the list and its filters, and names a position rather than a count: items that come or go
 * meanwhile cause no gap or repetition.
 */
export function listFakePage<T extends { id: string }>(
  { positions }: Pick<FakeState, 'positions'>,
  { items, list, query, matches = () => true, order = 'newest first' }: FakeList<T>,
) {
  const { cursor, limit, ...filters } = query;
  const scope = `${list} ${JSON.stringify(filters)}`;
  // Positions count from where the list begins: a later one is further on.
  const direction = order === 'oldest first' ? 1 : -1;
  const after = cursor === undefined ? -Infinity : direction * readPosition(scope, cursor as string);
  const placed = [...items].map((item) => ({ item, at: direction * positionOf(positions, item.id) }));
  const rest = placed.filter(({ item, at }) => at > after && matches(item)).sort((a, b) => a.at - b.at);
  const page = rest.slice(0, limit as number);
  const hasMore = rest.length > page.length;
  return {
    data: page.map(({ item }) => item),
    has_more: hasMore,
    next_cursor: hasMore ? btoa(`${direction * (page.at(-1)?.at ?? 0)} ${scope}`) : null,
  };
}

// Positions follow the creation, are given at the first look, and outlive deleted items.
function positionOf(positions: Map<string, number>, id: string): number {
  const position = positions.get(id) ?? positions.size + 1;
  positions.set(id, position);
  return position;
}

function readPosition(scope: string, cursor: string): number {
  const [position = '', ...rest] = decode(cursor).split(' ');
  if (/^\d+$/.test(position) && rest.join(' ') === scope) return Number(position);
  throw unknownCursor();
}

function decode(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return '';
  }
}

export function listFakeEntries(
  state: FakeState,
  entries: readonly FakeEntry[],
  { list, query }: { list: string; query: FakeQuery },
) {
  const items = entries.map((entry) => ({ id: `${list} ${entry.sequence}`, entry }));
  const page = listFakePage(state, { items, list, query });
  return { ...page, data: page.data.map(({ entry }): FakeEntry => entry) };
}
