import type { Scope } from '@field-inspection/contract';
import { ApiError } from '../api-error.ts';
import type { Caller } from './request-state.ts';

/**
 * Has a request need a scope, now and when it records. Where it is missing it has to be given to the key, or another
 * role to its member: the refusal says which.
 *
 * @throws {ApiError} permission_denied
 */
export const requireScope = (
  { scopes, withheldScopes, neededScopes }: Pick<Caller, 'scopes' | 'withheldScopes' | 'neededScopes'>,
  scope: Scope,
  what = 'This needs',
): void => {
  if (scopes.includes(scope)) return void neededScopes.push(scope);
  const why = withheldScopes.includes(scope)
    ? 'which the credential has, and the role of its member does not'
    : 'which the credential does not have';
  throw new ApiError('permission_denied', `${what} the scope ${scope}, ${why}.`);
};
