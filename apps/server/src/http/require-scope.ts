import type { Scope } from '@field-inspection/contract';
import { ApiError } from '../api-error.ts';
import type { Caller } from './request-state.ts';

/**
 * Another scope has to be given to the key, or another role to its member: the refusal says which.
 *
 * @throws {ApiError} permission_denied
 */
export const requireScope = (
  { scopes, withheldScopes }: Pick<Caller, 'scopes' | 'withheldScopes'>,
  scope: Scope,
  what = 'This needs',
): void => {
  if (scopes.includes(scope)) return;
  const why = withheldScopes.includes(scope)
    ? 'which the credential has, and the role of its member does not'
    : 'which the credential does not have';
  throw new ApiError('permission_denied', `${what} the scope ${scope}, ${why}.`);
};
