import { UsageError } from '../../errors/field-inspection-error.ts';
import type { FakeCredential, FakeFact, FakeState, FakeValue } from './fake-state.ts';

export interface FakeEntry extends Omit<FakeFact, 'personal'> {
  readonly sequence: number;
  readonly prev_hash: string;
  readonly hash: string;
}

export function addFakeFact(
  state: Pick<FakeState, 'facts' | 'now'>,
  sessionId: string,
  fact: Omit<FakeFact, 'occurred_at'>,
): void {
  const facts = state.facts.get(sessionId) ?? [];
  state.facts.set(sessionId, [...facts, { ...fact, occurred_at: state.now().toISOString() }]);
}

export function addFakeAddendum(
  state: Pick<FakeState, 'addenda' | 'now'>,
  sessionId: string,
  fact: Omit<FakeFact, 'occurred_at'>,
): void {
  const facts = state.addenda.get(sessionId) ?? [];
  state.addenda.set(sessionId, [...facts, { ...fact, occurred_at: state.now().toISOString() }]);
}

export function addFakeOrgFact(
  { orgFacts, now }: Pick<FakeState, 'orgFacts' | 'now'>,
  { kind, payload }: Pick<FakeFact, 'kind' | 'payload'>,
): void {
  orgFacts.push({ kind, occurred_at: now().toISOString(), payload });
}

export function readFakeOrgChain({ orgFacts }: Pick<FakeState, 'orgFacts'>): FakeEntry[] {
  return orgFacts.length === 0 ? [] : linkFacts(orgFacts, '0'.repeat(64));
}

export function readFakeChain({ facts }: Pick<FakeState, 'facts'>, sessionId: string): FakeEntry[] {
  return linkFacts(facts.get(sessionId) ?? [], '0'.repeat(64));
}

/** The addenda go on from the frozen head; the oldest comes first. */
export function readFakeAddenda(state: Pick<FakeState, 'addenda' | 'facts'>, sessionId: string): FakeEntry[] {
  const facts = state.addenda.get(sessionId) ?? [];
  return facts.length === 0 ? [] : linkFacts(facts, readFakeChain(state, sessionId).at(-1)!.hash);
}

function linkFacts(facts: readonly FakeFact[], genesis: string): FakeEntry[] {
  const entries: FakeEntry[] = [];
  for (const { personal = {}, ...fact } of facts) {
    const commitments = Object.entries(personal).map(([name, value]) => [
      name,
      digestFakeBytes(canonicalize(value)),
    ]);
    const payload = { ...fact.payload, ...Object.fromEntries(commitments) };
    const prev_hash = entries.at(-1)?.hash ?? genesis;
    const entry = { ...fact, payload, sequence: entries.length + 1, prev_hash };
    entries.push({ ...entry, hash: digestFakeBytes(canonicalize(entry)) });
  }
  return entries;
}

export const nameFakeActor = (credential: Pick<FakeCredential, 'id'> | null) =>
  credential ? { credential_id: credential.id } : undefined;

/** The chain is final from the session's end, as no upload is ever under way in the fake. `null` before. */
export function findFreeze({ sessions }: Pick<FakeState, 'sessions'>, sessionId: string) {
  return sessions.get(sessionId)?.ended_at ?? null;
}

// RFC 8785 for a chain's values: sorted names, and JSON's own strings and integers.
function canonicalize(value: FakeValue | Omit<FakeEntry, 'hash'>): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`;
  const members = Object.entries(value as Record<string, FakeValue>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalize(member)}`).join(',')}}`;
}

/** SHA-256 in hexadecimal, by node:crypto. */
export function digestFakeBytes(bytes: string | Uint8Array): string {
  const crypto = globalThis.process?.getBuiltinModule?.('node:crypto');
  if (!crypto) throw new UsageError('No node:crypto: the fake makes evidence and chains in Node.js only');
  return crypto.createHash('sha256').update(bytes).digest('hex');
}
