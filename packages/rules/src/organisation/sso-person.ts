type Standing = { status: string };

type Judged = {
  /** False: the provider itself says that the address was not shown to be theirs. */
  emailVerified: boolean | null;
  email: string | null;
  /** The member that this person was linked to, if any. */
  known: Standing | null;
  /** The member who has the address, if any; `isLinked`: another person of this provider is them. */
  addressed: (Standing & { isLinked: boolean }) | null;
  isOwnDomain: boolean;
  justInTime: boolean;
  hasDirectory: boolean;
};

export type PersonReason =
  | 'unverified_address'
  | 'disabled_member'
  | 'no_address'
  | 'foreign_domain'
  | 'linked_otherwise'
  | 'no_member';

export type PersonVerdict =
  | { becomes: 'known' | 'linked' | 'created' }
  | { becomes: 'refused'; reason: PersonReason; sentence: string };

/**
 * Judges whom a person is for whom a provider vouches: the member they were linked to, the one with their address, once,
 * or a new one. Nobody is found by an address of a domain that the organisation has not verified.
 */
export const judgePerson = (judged: Judged): PersonVerdict => {
  const { known, addressed, email, justInTime, hasDirectory } = judged;
  if (judged.emailVerified === false) return refuse('unverified_address');
  if (known) return known.status === 'active' ? { becomes: 'known' } : refuse('disabled_member');
  if (email === null) return refuse('no_address');
  if (!judged.isOwnDomain) return refuse('foreign_domain');
  if (addressed?.isLinked) return refuse('linked_otherwise');
  if (addressed) return addressed.status === 'disabled' ? refuse('disabled_member') : { becomes: 'linked' };
  return justInTime && !hasDirectory ? { becomes: 'created' } : refuse('no_member');
};

const SENTENCES: Record<PersonReason, string> = {
  unverified_address: 'The provider says that the address was not verified.',
  disabled_member: 'The member is disabled. An org_admin, or the directory, enables them.',
  no_address: 'The provider told no address, so that no member can be found by it. See the claims.',
  foreign_domain: "The address is of none of the organisation's verified domains.",
  linked_otherwise:
    'Another person of this provider is the member with this address. Remove that member, or give them another address.',
  no_member: 'No member has this address, and just-in-time provisioning is off, or a directory provisions.',
};

const refuse = (reason: PersonReason): PersonVerdict => ({
  becomes: 'refused',
  reason,
  sentence: SENTENCES[reason],
});
