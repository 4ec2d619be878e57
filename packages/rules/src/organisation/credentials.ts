import type { Instant } from '../effects.ts';
import { invalidField, Refusal } from '../refusal.ts';

export const judgeCredential = (
  { revoked_at, expires_at }: { revoked_at: Instant | null; expires_at: Instant | null },
  now: Date,
): 'active' | 'revoked' | 'expired' => {
  if (revoked_at) return 'revoked';
  return expires_at && new Date(expires_at) <= now ? 'expired' : 'active';
};

export type HeldRights = {
  scopes: readonly string[];
  /** The end of the credential, or of a rotated key if that is earlier; null for no end. */
  endsAt: Date | null;
  rateLimit: number;
  covers: boolean;
};

/** The rights of a credential: its scopes, end, member, and its own rate limit if it has one. */
export type Grant = {
  scopes: readonly string[];
  expiresAt: Date | null;
  rateLimit?: number | undefined;
  memberId: string | null;
};

/**
 * Refuses a grant of more than the caller's key holds: scopes, time, networks or requests. A member's key acts in the
 * member's name, so granting one takes the member's own key, or a key that may change members. A key that a rotation
 * replaced holds until its overlap ends.
 *
 * @throws {Refusal} permission_denied, with what is too much
 */
export const judgeGrant = (
  held: HeldRights,
  grant: Grant,
  { memberId: own }: { memberId: string | null },
): void => {
  const missing = grant.scopes.find((scope) => !held.scopes.includes(scope));
  if (missing !== undefined) throw tooMuch(`the scope ${missing}, which your key does not have`);
  const { endsAt } = held;
  if (endsAt && (!grant.expiresAt || grant.expiresAt > endsAt))
    throw tooMuch(`a time after ${endsAt.toISOString()}, when your key ends`);
  if (!held.covers) throw tooMuch('networks beyond those of your key');
  if ((grant.rateLimit ?? 0) > held.rateLimit)
    throw tooMuch(`more than the ${held.rateLimit} requests a minute of your key`);
  if (grant.memberId && grant.memberId !== own && !held.scopes.includes('members:write'))
    throw new Refusal(
      'permission_denied',
      'A key in the name of another member takes the scope members:write.',
    );
};

const tooMuch = (what: string) => new Refusal('permission_denied', `This would grant ${what}.`);

export const RATE_LIMIT = 60;

/** A new credential without a given rate limit gets no more than the caller's key has. */
export const readRateLimit = (given: number | undefined, held: HeldRights): number =>
  given ?? Math.min(RATE_LIMIT, held.rateLimit);

/**
 * Gives undefined where the body names no end.
 *
 * @throws {Refusal} validation_error for a past time: to end a credential at once, revoke it
 */
export const readExpiry = (
  { expires_at: given }: { expires_at?: string | null | undefined },
  now: Date,
): Date | null | undefined => {
  if (given === undefined || given === null) return given;
  const expiresAt = new Date(given);
  if (expiresAt > now) return expiresAt;
  throw invalidField('expires_at', 'must be a time to come');
};

/**
 * Reads the actor of a new credential: a member, whose address it bears, or a machine. A machine can't have a member's
 * address, since its acts would pass for theirs in sessions, mails and reports. The caller's own is allowed.
 *
 * @param found the named active member, and whether the address is a member's
 */
export const readActor = (
  given: { member?: string | undefined; operator_email?: string | undefined },
  caller: { operatorEmail: string },
  found: { member: { id: string; email: string } | null; isOfMember: boolean },
): { memberId: string | null; operatorEmail: string } => {
  const { operator_email: address } = given;
  if (given.member !== undefined) {
    if (address !== undefined)
      throw invalidField('operator_email', 'must be absent: a member has an address');
    if (!found.member) throw invalidField('member', 'is no active member of the organisation');
    return { memberId: found.member.id, operatorEmail: found.member.email };
  }
  const isOwn = address?.toLowerCase() === caller.operatorEmail.toLowerCase();
  if (address !== undefined && !isOwn && found.isOfMember)
    throw invalidField('operator_email', 'is the address of a member: name them by member instead');
  return { memberId: null, operatorEmail: address ?? caller.operatorEmail };
};

type Terms = { name: string; expires_at: Instant | null; allowed_networks: readonly string[] };

/**
 * `isBound`: an end or networks are given, for which the caller must be able to create the result.
 *
 * @throws {Refusal} credential_ended, validation_error
 */
export const changeCredential = (
  held: Terms & { revoked_at: Instant | null },
  body: {
    name?: string | undefined;
    expires_at?: string | null | undefined;
    allowed_networks?: readonly string[] | undefined;
  },
  now: Date,
) => {
  if (held.revoked_at) throw credentialEnded();
  const given = readExpiry(body, now);
  const before = held.expires_at === null ? null : new Date(held.expires_at);
  const changed = {
    name: body.name ?? held.name,
    expires_at: given === undefined ? before : given,
    allowed_networks: [...(body.allowed_networks ?? held.allowed_networks)],
  };
  return {
    changed,
    isBound: body.expires_at !== undefined || body.allowed_networks !== undefined,
    isSame:
      changed.name === held.name &&
      changed.expires_at?.getTime() === before?.getTime() &&
      changed.allowed_networks.join() === held.allowed_networks.join(),
  };
};

export const credentialEnded = () =>
  new Refusal(
    'credential_ended',
    'The credential has ended. Give one that expired a later expires_at, or create another one.',
  );

const HOUR_MS = 3_600_000;
const OVERLAP_HOURS = 24;

/**
 * The newest key stays valid for the overlap, if there is one. A key that was replaced before ends at once, since there
 * is room for one.
 */
export const replaceKey = (
  now: Date,
  overlapHours: number = OVERLAP_HOURS,
): { overlapHours: number; isKept: boolean; validUntil: Date } => ({
  overlapHours,
  isKept: overlapHours > 0,
  validUntil: new Date(now.getTime() + overlapHours * HOUR_MS),
});
