import type { RoleName, SignInWay } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import { rightOf } from '../../../http/right-of.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { openSession } from '../../sign-in/exports/open-session.ts';
import { renewSession } from '../../sign-in/exports/renew-session.ts';
import type { OpenAttempt } from '../attempts/take-attempt.ts';
import type { ProvidedPerson } from '../provided-person.ts';
import { ProviderRefusal } from '../provider-refusal.ts';
import type { Connection } from '../settings/connection-view.ts';
import { admitPerson, findPerson } from './admit-person.ts';
import { findActive, findAny } from './find-connection.ts';
import { recordRefusal, recordTest } from './record-refusal.ts';
import type { Device, SignOnReply } from './sign-on-reply.ts';

export type Completed = { attempt: OpenAttempt; person: ProvidedPerson; device: Device };

export type CompleteContext = Pick<Context, 'ids' | 'keyring' | 'random' | 'transact'>;

/**
 * Finds the connection of an attempt as it was when that began. An attempt at other settings is over: its provider may
 * be another one.
 *
 * @throws {ProviderRefusal} changed_settings
 */
export const findSame = async (
  { database }: Pick<Context, 'database'>,
  attempt: OpenAttempt,
): Promise<Connection> => requireSame(await findOf(database.prisma, attempt), attempt);

const requireSame = (found: Connection | null, attempt: OpenAttempt): Connection => {
  if (!found || found.id !== attempt.connection_id || found.tested_settings !== attempt.settings)
    throw changed();
  return found;
};

/**
 * The provider took seconds to answer, in which an admin may have named another one or ended the sign-on. Whoever
 * changes the connection waits for this commit from here on. It comes last, since others lock the organisation first.
 */
const holdSame = async (tx: Tx, attempt: OpenAttempt): Promise<void> => {
  await tx.db.$queryRaw`
    select from sso_connections
    where organisation_id = ${attempt.organisation_id}::uuid and id = ${attempt.connection_id}::uuid
    for share
  `;
  requireSame(await findOf(tx.db, attempt), attempt);
};

const findOf = (db: Parameters<typeof findAny>[0], { purpose, organisation_id }: OpenAttempt) =>
  purpose === 'provider_test' ? findAny(db, organisation_id) : findActive(db, { organisation_id });

const changed = (): ProviderRefusal =>
  new ProviderRefusal('changed_settings', 'The settings of the sign-on were changed meanwhile. Begin anew.');

/** Signs in, steps up or tests, once the provider has vouched for a person. */
export const completeAttempt = async (
  context: CompleteContext,
  connection: Connection,
  { attempt, person, device }: Completed,
): Promise<SignOnReply> => {
  try {
    return await context.transact(async (tx) => {
      const reply = await COMPLETE[attempt.purpose]!(context, tx, { connection, attempt, person, device });
      await holdSame(tx, attempt);
      return reply;
    });
  } catch (error) {
    return recordRefusal(context, { attempt, connection, person }, error);
  }
};

type Complete = (
  context: CompleteContext,
  tx: Tx,
  given: Completed & { connection: Connection },
) => Promise<SignOnReply>;

const signIn: Complete = async (context, tx, { connection, attempt, person, device }) => {
  const member = await admitPerson(context, tx, { connection, person });
  const session = await openSession(context, tx, {
    member,
    way: connection.protocol as SignInWay,
    connectionId: connection.id,
    device,
  });
  return { to: attempt.return_path ?? '/sign-in', session, browser: null };
};

const stepUp: Complete = async (context, tx, { connection, attempt, person }) => {
  const { organisation_id: organisationId, credential_id, member_id: memberId } = attempt;
  const { becomes, member } = await findPerson(tx, { connection, person });
  // Somebody else than who is signed in has signed in at the provider.
  if (becomes !== 'known' || member!.id !== memberId)
    throw new ProviderRefusal(
      'other_person',
      'Another person signed in at the provider than is signed in here.',
    );
  const caller = { organisationId, credentialId: credential_id!, memberId };
  const session = await renewSession(context, tx, {
    caller,
    right: rightOf({ ...caller, keyHash: null, address: null, neededScopes: [] }),
    way: connection.protocol,
    take: () => Promise.resolve(),
  });
  return { to: attempt.return_path ?? '/sign-in', session, browser: null };
};

const test: Complete = async (context, tx, { connection, attempt, person }) => {
  const { becomes, member } = await findPerson(tx, { connection, person });
  const role = (member?.role ?? connection.default_role) as RoleName;
  const tested = { reason: null, person, becomes, member: member?.id ?? null, role } as const;
  return recordTest(context, tx, { attempt, connection, tested });
};

const COMPLETE: Record<string, Complete> = {
  provider: signIn,
  provider_step_up: stepUp,
  provider_test: test,
};
