import { PLAN_LIMITS, ROLES, type Plan, type RoleName } from '@field-inspection/contract/plain';
import { Refusal } from '../refusal.ts';
import type { HeldRights } from './credentials.ts';

type Standing = { role: string; status: string };
type BreakGlass = Standing & { break_glass: boolean };
type Changeable = BreakGlass & { name: string; email: string };

/** The rights of a change's author. What a directory may give was granted by who wrote its map of roles. */
type Author = HeldRights | 'host' | 'directory';

type RoleGrant = { role: RoleName | null; before?: RoleName | null };

/**
 * Refuses a grant of more than the author holds now, since that may have changed during the request. A member has no
 * end and no networks, so a key with either grants nothing new. The host's operator may do everything.
 *
 * @throws {Refusal} permission_denied
 */
export const judgeRole = (held: Author, { role, before = null }: RoleGrant): void => {
  if (held === 'host' || held === 'directory') return;
  const missing = ['members:write', ...(role ? ROLES[role] : [])].find(
    (scope) => !held.scopes.includes(scope),
  );
  if (missing) throw tooMuch(`the credential does not have the scope ${missing}.`);
  if (!role || !isWider(role, before)) return;
  const { endsAt } = held;
  if (endsAt)
    throw tooMuch(`this key ends at ${endsAt.toISOString()}, and a member does not. Use one without an end.`);
  if (!held.covers)
    throw tooMuch('this key is bound to networks, and a member is not. Use one that is not bound.');
};

const isWider = (role: RoleName, before: RoleName | null): boolean => {
  const had: readonly string[] = before ? ROLES[before] : [];
  return ROLES[role].some((scope) => !had.includes(scope));
};

const tooMuch = (why: string) =>
  new Refusal('permission_denied', `Nobody grants more than they hold: ${why}`);

export const updateMember = <Member extends Changeable>(
  member: Member,
  changes: { [Field in keyof Changeable]?: Changeable[Field] | undefined },
  held: Author,
): { after: Changeable; changed: Partial<Changeable> } => {
  const after = {
    name: changes.name ?? member.name,
    email: changes.email ?? member.email,
    role: changes.role ?? member.role,
    status: changes.status ?? member.status,
    break_glass: changes.break_glass ?? member.break_glass,
  };
  const gives = changes.role !== undefined || changes.status === 'active';
  judgeRole(held, {
    role: gives ? (after.role as RoleName) : null,
    before: member.status === 'disabled' ? null : (member.role as RoleName),
  });
  if (changes.break_glass !== undefined) judgeRole(held, { role: 'org_admin' });
  if (changes.break_glass && after.role !== 'org_admin')
    throw new Refusal('member.invalid_state', 'Only an org_admin has break_glass. Give them the role first.');
  // A directory vouches for the person, who needs no link any more.
  if (changes.status && member.status === 'invited' && held !== 'directory') {
    const detail = 'The member has not accepted the invitation yet. Remove them instead.';
    throw new Refusal('member.invalid_state', detail);
  }
  const differs = (['name', 'email', 'role', 'status', 'break_glass'] as const).filter(
    (field) => member[field] !== after[field],
  );
  return { after, changed: Object.fromEntries(differs.map((field) => [field, after[field]])) };
};

/** True if a change takes an active org_admin away: then the organisation must have another. */
export const endsAdmin = (before: Standing, after: Standing): boolean => isAdmin(before) && !isAdmin(after);

export const isAdmin = ({ role, status }: Standing): boolean => role === 'org_admin' && status === 'active';

/** True if a change takes away an org_admin who signs in though the sign-on is enforced. */
export const endsBreakGlass = (before: BreakGlass, after: BreakGlass): boolean =>
  isAdmin(before) && before.break_glass && !(isAdmin(after) && after.break_glass);

export const requireOtherBreakGlass = (others: number): void => {
  if (others > 0) return;
  const detail =
    'This is the last org_admin with break_glass, and the sign-on is enforced. Set it for another one first.';
  throw new Refusal('org.last_admin', detail);
};

export const requireOtherAdmin = (others: number): void => {
  if (others > 0) return;
  throw new Refusal('org.last_admin', 'This is the last active org_admin. Make another one first.');
};

export const requireMemberQuota = (plan: Plan, count: number): void => {
  const limit = PLAN_LIMITS[plan].members;
  if (count < limit) return;
  const message = `The plan ${plan} includes ${limit} members, and all are there. Remove one, or change the plan.`;
  throw new Refusal('member.limit', message);
};

export const memberExists = (): Refusal =>
  new Refusal('member.exists', 'A member of the organisation has this address already.');

export const requireInvited = ({ status }: Standing): void => {
  if (status === 'invited') return;
  throw new Refusal('member.invalid_state', 'The member has accepted the invitation already.');
};

export const invitationExpired = (): Refusal =>
  new Refusal('link_expired', 'The invitation is no longer valid. Ask for another one.', {
    members: { invitation_status: 'expired' },
  });

/** Its person is a member by now. */
export const invitationUsed = (): Refusal =>
  new Refusal('link_expired', 'The invitation was accepted already. Sign in.', {
    members: { invitation_status: 'used' },
  });

export const wrongAddress = (): Refusal =>
  new Refusal('invitation.wrong_address', 'Enter the address to which the invitation was sent.');

/** The link of an invitation is valid for so long. */
export const INVITATION_MS = 7 * 86_400_000;
