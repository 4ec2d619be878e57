import type { FakeMessageDay, FakeState } from './fake-state.ts';

export function countFakeMessages(
  state: FakeState,
  { messages = 0, codes = 0 }: Partial<FakeMessageDay>,
): void {
  const counted = readFakeMessageDay(state);
  state.messageDays.set(dayOf(state), {
    messages: counted.messages + messages,
    codes: counted.codes + codes,
  });
}

export function readFakeMessageDay(state: FakeState): FakeMessageDay {
  return state.messageDays.get(dayOf(state)) ?? { messages: 0, codes: 0 };
}

const dayOf = ({ now }: FakeState) => now().toISOString().slice(0, 10);
