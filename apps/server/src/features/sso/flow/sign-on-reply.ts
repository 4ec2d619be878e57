import type { readDevice } from '../../../http/callers/read-device.ts';

/** Answers a browser that comes to, or from, a provider: where it goes on, and which cookies it gets. */
export type SignOnReply = {
  to: string;
  /** The token of a session. */
  session?: string;
  /** The secret of a browser that begins, or null where its attempt is over. */
  browser?: string | null;
};

export type Device = ReturnType<typeof readDevice>;

/** Words with which the page to sign in says why nobody is signed in. */
export const REFUSED_WORDS = [
  'expired',
  'no_connection',
  'no_member',
  'disabled',
  'declined',
  'provider',
] as const;

export type RefusedWord = (typeof REFUSED_WORDS)[number];

/** Leads to the page to sign in, which says why. The address has words of this list alone, and nothing of a provider. */
export const refused = (word: RefusedWord, more: Pick<SignOnReply, 'browser'> = {}): SignOnReply => ({
  to: `/sign-in?refused=${word}`,
  ...more,
});

const WORDS: Record<string, RefusedWord> = {
  no_address: 'no_member',
  foreign_domain: 'no_member',
  linked_otherwise: 'no_member',
  no_member: 'no_member',
  member_limit: 'no_member',
  disabled_member: 'disabled',
  provider_error: 'declined',
  status: 'declined',
};

export const wordOf = (reason: string): RefusedWord => WORDS[reason] ?? 'provider';
