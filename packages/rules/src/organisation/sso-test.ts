import type { RoleName, SsoTest } from '@field-inspection/contract';

/** The person of whom a provider told, as a test keeps it. */
type ToldPerson = {
  subject: string;
  email: string | null;
  displayName: string | null;
  groups: string[];
  claims: Record<string, string | string[]>;
};

/** The result of a test: a refusal, or a person and whom they would be here. */
export type TestedPerson =
  | { reason: string; sentence: string; person: ToldPerson | null }
  | {
      reason: null;
      person: ToldPerson;
      becomes: 'known' | 'linked' | 'created';
      member: string | null;
      role: RoleName;
    };

/** A test of a sign-on: its result, who made it, and when. */
export type KeptSsoTest = { at: string; by: string; tested: TestedPerson };

/**
 * Shows the last test of a sign-on.
 *
 * @param kept null where none is kept: there was no test since the last change, or none in the last day
 */
export const showSsoTest = (kept: KeptSsoTest | null): SsoTest => {
  if (kept === null) return NO_TEST;
  const { at, by, tested } = kept;
  const { person } = tested;
  return {
    ...NO_TEST,
    at,
    by,
    subject: person?.subject ?? null,
    email: person?.email ?? null,
    name: person?.displayName ?? null,
    groups: person?.groups ?? [],
    told: Object.entries(person?.claims ?? {}).map(([name, value]) => ({ name, values: [value].flat() })),
    ...(tested.reason === null
      ? { outcome: 'passed', becomes: tested.becomes, member: tested.member, role: tested.role }
      : { outcome: 'refused', becomes: 'refused', reason: tested.reason, sentence: tested.sentence }),
  };
};

const NO_TEST: SsoTest = {
  outcome: 'none',
  at: null,
  by: null,
  reason: null,
  sentence: null,
  subject: null,
  email: null,
  name: null,
  groups: [],
  told: [],
  becomes: null,
  member: null,
  role: null,
};
