import type { Scope } from '@field-inspection/contract';
import { missingScope } from '@field-inspection/rules';
import type { Caller } from './request-state.ts';

/**
 * Requires a scope, now and when the request records. The refusal says whether the key or the member's role lacks it.
 *
 * @throws {Refusal} permission_denied
 */
export const requireScope = (
  {
    scopes,
    withheldScopes,
    neededScopes,
    session,
  }: Pick<Caller, 'scopes' | 'withheldScopes' | 'neededScopes' | 'session'>,
  scope: Scope,
  what?: string,
): void => {
  if (scopes.includes(scope)) return void neededScopes.push(scope);
  throw missingScope(scope, {
    what,
    isWithheld: withheldScopes.includes(scope),
    isOfSession: session !== null,
  });
};
