import type { SsoTest } from '@field-inspection/contract';
import { requireTestable, showSsoTest, type TestedPerson } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { requireGrant } from '../../members/exports/change-author.ts';
import { requireSsoOf } from '../../quotas/exports/require-sso.ts';
import { testSeal } from '../exports/sso-seals.ts';
import { TEST_MS } from '../exports/clean-up-tests.ts';
import { beginAttempt } from '../attempts/begin-attempt.ts';
import type { ProvidedPerson } from '../provided-person.ts';
import { findConnection } from './connection-view.ts';

/** The result of a test, with all that the provider told. */
export type Tested = TestedPerson & { person: ProvidedPerson | null };

/**
 * Begins a sign-in that makes no session, and gives the secret of the browser.
 *
 * @throws {Refusal} permission_denied, sso.invalid_state, sso.not_in_plan
 */
export const beginTest = async (
  context: Pick<Context, 'ids' | 'random'>,
  tx: Tx,
  { caller }: { caller: Caller },
): Promise<string> => {
  await requireSsoOf(tx.db, caller.organisationId);
  await requireGrant(tx, caller, { role: 'org_admin' });
  const held = await findConnection(tx.db, caller.organisationId);
  requireTestable({
    protocol: held?.protocol ?? null,
    issuer: held?.issuer ?? null,
    client_id: held?.client_id ?? null,
    sso_url: held?.sso_url ?? null,
    certificateCount: held?.certificates.length ?? 0,
  });
  return beginAttempt(context, tx, { purpose: 'provider_test', caller });
};

export const sealTest = (
  { keyring }: Pick<Context, 'keyring'>,
  organisationId: string,
  tested: Tested & { by: string },
): string => keyring.seal(JSON.stringify(tested), testSeal(organisationId));

/** Gives the last test of a connection, while it is kept. */
export const getTest = async (
  { clock, database, keyring }: Pick<Context, 'clock' | 'database' | 'keyring'>,
  { organisationId }: { organisationId: string },
): Promise<SsoTest> => {
  const where = { organisation_id: organisationId };
  const held = await database.prisma.ssoConnection.findUnique({ where });
  if (!held?.test_sealed || !held.test_at || held.test_at.getTime() + TEST_MS <= clock.now().getTime())
    return showSsoTest(null);
  const { by, ...tested } = JSON.parse(keyring.open(held.test_sealed, testSeal(organisationId))) as Tested & {
    by: string;
  };
  return showSsoTest({ at: held.test_at.toISOString(), by, tested });
};
