/**
 * Verdict in the words of a locale, ready to be shown.
 *
 * - `tone`: `good`: somebody whom the person trusts vouches for it; `doubt`: nothing is wrong, but nobody does; `bad`;
 * - `fault`: the first bad place and why it is bad, with the stable code;
 * - `facts`: what was counted; `groups`: what was judged one by one.
 */
export type Finding = {
  readonly tone: 'good' | 'doubt' | 'bad';
  readonly heading: string;
  readonly lead: string;
  readonly fault: { readonly place: string; readonly reason: string; readonly code: string } | null;
  readonly proven: readonly string[];
  readonly unproven: readonly string[];
  readonly facts: readonly Fact[];
  readonly groups: readonly Group[];
};

export type Fact = { readonly label: string; readonly value: string };

export type Group = { readonly heading: string; readonly items: readonly Item[] };

export type Item = { readonly name: string; readonly isBad: boolean; readonly details: readonly string[] };
