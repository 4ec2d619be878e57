import { PLAN_LIMITS, type Plan } from '@field-inspection/contract/plain';
import { invalidField, Refusal } from '../refusal.ts';

/** @throws {Refusal} sso.not_in_plan */
export const requireSso = (plan: Plan): void => {
  if (PLAN_LIMITS[plan].sso) return;
  const message = `The plan ${plan} does not include sign-on and provisioning by a directory of your own. Change the plan.`;
  throw new Refusal('sso.not_in_plan', message);
};

/** @throws {Refusal} precondition_failed */
export const requireDirectoryVersion = (version: number, isMatched: boolean): void => {
  if (isMatched) return;
  const detail = `The directory is at version ${version} now. Get it, and send your change again with its ETag.`;
  throw new Refusal('precondition_failed', detail);
};

/** Lists the roles that a change of the map lets the directory give, each once. */
export const listGrantedRoles = <Role extends string>({
  default_role,
  roles = [],
}: {
  default_role?: Role | undefined;
  roles?: readonly { role: Role }[] | undefined;
}): Role[] => [...new Set([...(default_role ? [default_role] : []), ...roles.map(({ role }) => role)])];

/** Refuses a map that names a group twice, in capitals or not. */
export const requireDistinctGroups = (roles: readonly { group: string }[]): void => {
  const names = new Set(roles.map(({ group }) => group.trim().toLowerCase()));
  if (names.size < roles.length) throw namedTwice();
};

export const namedTwice = (): Refusal => invalidField('roles', 'names a group twice');
