import type { SignInAttempt } from '#prisma';
import type { Context } from '../../../context.ts';
import { takeBegun } from '../attempts/take-attempt.ts';
import type { Connection } from '../settings/connection-view.ts';
import { findActive, findAny, findByAddress } from './find-connection.ts';
import { leadToProvider, type LeadContext } from './lead-to-provider.ts';
import { recordRefusal } from './record-refusal.ts';
import { refused, type SignOnReply } from './sign-on-reply.ts';

type BeginContext = LeadContext & Pick<Context, 'database'>;

/** Goes on with what a browser has begun: to the provider, or back where there is none. */
export const goOn = async (context: BeginContext, browser: string | undefined): Promise<SignOnReply> => {
  if (browser === undefined) return refused('expired');
  const attempt = await context.transact((tx) => takeBegun(tx, browser));
  if (!attempt) return refused('expired');
  const connection = await findFor(context, attempt);
  if (!connection) return refused('no_connection');
  return lead(context, { connection, browser, attempt, loginHint: attempt.address });
};

const findFor = (
  { database: { prisma } }: Pick<Context, 'database'>,
  { purpose, address, organisation_id }: SignInAttempt,
): Promise<Connection | null> => {
  if (purpose === 'provider') return findByAddress(prisma, address!);
  return purpose === 'provider_test'
    ? findAny(prisma, organisation_id!)
    : findActive(prisma, { organisation_id: organisation_id! });
};

/**
 * Begins a sign-in at one connection, once a person has tapped where a tile of the provider led them. What the provider
 * posts unasked leads there, too: it is trusted with nothing.
 */
export const start = async (context: BeginContext, connectionId: string): Promise<SignOnReply> => {
  const connection = await findActive(context.database.prisma, { id: connectionId });
  if (!connection) return refused('no_connection');
  const browser = context.random.bytes(32).toString('base64url');
  const attempt = {
    purpose: 'provider',
    member_id: null,
    credential_id: null,
    return_path: null,
    settings: null,
  };
  const reply = await lead(context, { connection, browser, attempt, loginHint: null });
  return { browser, ...reply };
};

type Begun = Pick<SignInAttempt, 'purpose' | 'member_id' | 'credential_id' | 'return_path' | 'settings'>;

const lead = async (
  context: BeginContext,
  {
    connection,
    browser,
    attempt,
    loginHint,
  }: { connection: Connection; browser: string; attempt: Begun; loginHint: string | null },
): Promise<SignOnReply> => {
  try {
    return { to: await leadToProvider(context, { ...attempt, connection, browser, loginHint }) };
  } catch (error) {
    return recordRefusal(context, { attempt, connection }, error);
  }
};
