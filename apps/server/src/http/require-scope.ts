import type { Scope } from '@field-inspection/contract';
import { ApiError } from '../api-error.ts';
import type { Caller } from './request-state.ts';

/**
 * Requires a scope, now and when the request records. The refusal says whether the key or the member's role lacks it.
 *
 * @throws {ApiError} permission_denied
 */
export const requireScope = (
  {
    scopes,
    withheldScopes,
    neededScopes,
    session,
  }: Pick<Caller, 'scopes' | 'withheldScopes' | 'neededScopes' | 'session'>,
  scope: Scope,
  what = 'This needs',
): void => {
  if (scopes.includes(scope)) return void neededScopes.push(scope);
  if (session)
    throw new ApiError('permission_denied', `${what} the scope ${scope}, which your role does not have.`);
  const why = withheldScopes.includes(scope)
    ? 'which the credential has, and the role of its member does not'
    : 'which the credential does not have';
  throw new ApiError('permission_denied', `${what} the scope ${scope}, ${why}.`);
};
