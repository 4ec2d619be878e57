import type { SignInAttempt } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import type { ProvidedPerson } from '../provided-person.ts';
import { ProviderRefusal } from '../provider-refusal.ts';
import type { Connection } from '../settings/connection-view.ts';
import { sealTest, type Tested } from '../settings/sso-test.ts';
import { refused, wordOf, type SignOnReply } from './sign-on-reply.ts';

type Attempt = Pick<SignInAttempt, 'purpose' | 'member_id' | 'credential_id'> & { settings: number | null };

export type Refused = {
  attempt: Attempt;
  connection: Connection;
  person?: ProvidedPerson | undefined;
};

/** The page that shows the result of a test. */
const TEST_PAGE = '/sign-in?sso_test';

/** Tells the chain, and who tests, why a provider's word is not taken. All else is thrown on. */
export const recordRefusal = async (
  context: Pick<Context, 'keyring' | 'random' | 'transact'>,
  { attempt, connection, person }: Refused,
  error: unknown,
): Promise<SignOnReply> => {
  if (!(error instanceof ProviderRefusal)) throw error;
  const { reason, message: sentence } = error;
  if (attempt.purpose === 'provider_test') {
    const tested = { reason, sentence, person: person ?? null };
    await context.transact((tx) => recordTest(context, tx, { attempt, connection, tested }));
    return { to: TEST_PAGE, browser: null };
  }
  const isStepUp = attempt.purpose === 'provider_step_up';
  await context.transact(async (tx) => {
    appendOrgEntry(context, tx, {
      organisationId: connection.organisation_id,
      kind: isStepUp ? 'member.step_up_refused' : 'member.sign_in_refused',
      payload: {
        ...(attempt.credential_id === null ? {} : { credential_id: attempt.credential_id }),
        ...(attempt.member_id === null ? {} : { member_id: attempt.member_id }),
        way: connection.protocol,
        connection: connection.id,
        reason,
      },
      ...(person ? { personal: { subject: person.subject, email: person.email ?? '' } } : {}),
    });
  });
  return refused(wordOf(reason), { browser: null });
};

/**
 * Keeps what a test came to. One that passed marks the connection as tested, if its settings are still those that were
 * tested.
 */
export const recordTest = async (
  context: Pick<Context, 'keyring' | 'random'>,
  tx: Tx,
  { attempt, connection, tested }: { attempt: Attempt; connection: Connection; tested: Tested },
): Promise<SignOnReply> => {
  const { organisation_id } = connection;
  const by = attempt.member_id!;
  const isPassed = tested.reason === null;
  const { count } = await tx.db.ssoConnection.updateMany({
    where: { organisation_id, tested_settings: attempt.settings ?? connection.tested_settings },
    data: {
      test_sealed: sealTest(context, organisation_id, { ...tested, by }),
      test_at: tx.now,
      ...(isPassed
        ? {
            status: connection.status === 'active' ? 'active' : 'tested',
            tested_at: tx.now,
            tested_by: by,
            tested_credential_id: attempt.credential_id!,
            version: { increment: 1 },
            updated_at: tx.now,
          }
        : {}),
    },
  });
  if (count > 0)
    appendOrgEntry(context, tx, {
      organisationId: organisation_id,
      kind: 'sso.tested',
      payload: {
        credential_id: attempt.credential_id!,
        member_id: by,
        connection: connection.id,
        passed: isPassed,
        ...(isPassed ? {} : { reason: tested.reason }),
      },
    });
  return { to: TEST_PAGE, browser: null };
};
