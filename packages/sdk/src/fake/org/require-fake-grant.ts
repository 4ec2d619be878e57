import { ROLES } from '@field-inspection/contract/plain';
import { Refusal } from '@field-inspection/rules';
import type { MemberRole } from '../../resources/members.ts';
import type { FakeCredential } from '../state/fake-state.ts';

interface FakeGrant {
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly rate_limit?: number | undefined;
}

/**
 * Nobody grants more than they hold. The fake has no addresses: it leaves out what the service says of networks.
 *
 * @throws {Refusal} `permission_denied`
 */
export function requireFakeGrant(caller: FakeCredential, grant: FakeGrant): void {
  const missing = grant.scopes.find((scope) => !caller.scopes.includes(scope));
  if (missing !== undefined) throw tooMuch(`the scope ${missing}, which your key does not have`);
  const end = caller.expires_at;
  if (end !== null && (grant.expires_at === null || Date.parse(grant.expires_at) > Date.parse(end)))
    throw tooMuch(`a time after ${end}, when your key ends`);
  if ((grant.rate_limit ?? 0) > caller.rate_limit)
    throw tooMuch(`more than the ${caller.rate_limit} requests a minute of your key`);
}

/**
 * Nobody gives a member more than they hold: `role` is what is given, null for none, and `before` what the member had. A
 * member has no end, so a key that ends gives nobody anything new.
 *
 * @throws {Refusal} `permission_denied`
 */
export function requireFakeRole(
  caller: FakeCredential,
  { role, before }: { role: MemberRole | null; before?: MemberRole | undefined },
): void {
  const scopes: readonly string[] = role ? ROLES[role] : [];
  const had: readonly string[] = before ? ROLES[before] : [];
  const isWider = scopes.some((scope) => !had.includes(scope));
  const expires_at = isWider ? null : caller.expires_at;
  requireFakeGrant(caller, { scopes: ['members:write', ...scopes], expires_at });
}

const tooMuch = (what: string) => new Refusal('permission_denied', `This would grant ${what}.`);
