import type { FakeEntry } from '../state/fake-chain.ts';
import type { FakeState } from '../state/fake-state.ts';
import { listFakePage, type FakeQuery } from './list-fake-page.ts';

/** A page of a chain, the last entry first. */
export function listFakeEntries(
  state: FakeState,
  entries: readonly FakeEntry[],
  { list, query }: { list: string; query: FakeQuery },
) {
  const items = entries.map((entry) => ({ id: `${list} ${entry.sequence}`, entry }));
  const page = listFakePage(state, { items, list, query });
  return { ...page, data: page.data.map(({ entry }): FakeEntry => entry) };
}
