import type { SignInAttempt } from '#prisma';
import type { Tx } from '../../../platform/database/transact.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';

/** An attempt that has led to a connection, and waits for its provider's answer. */
export type OpenAttempt = SignInAttempt & {
  organisation_id: string;
  connection_id: string;
  settings: number;
  browser_hash: Uint8Array<ArrayBuffer>;
};

/** Takes what a browser has begun, once; undefined where it is over, or another browser comes. */
export const takeBegun = async (tx: Tx, browser: string): Promise<SignInAttempt | undefined> => {
  const [taken] = await tx.db.$queryRaw<SignInAttempt[]>`
    delete from sign_in_attempts
    where secret_hash = ${hashToken(browser)} and browser_hash is null and purpose like 'provider%'
      and expires_at > ${tx.now}
    returning *
  `;
  return taken;
};

/** Takes an attempt by the state that came back to its connection, once, in the browser that began it. */
export const takeInBrowser = async (
  tx: Tx,
  { connectionId, state, browser }: { connectionId: string; state: string; browser: string },
): Promise<OpenAttempt | undefined> => {
  const [taken] = await tx.db.$queryRaw<OpenAttempt[]>`
    delete from sign_in_attempts
    where secret_hash = ${hashToken(state)} and browser_hash = ${hashToken(browser)}
      and connection_id = ${connectionId}::uuid and progress_sealed is not null and expires_at > ${tx.now}
    returning *
  `;
  return taken;
};

/** Takes an attempt by the state that a provider of SAML posts, once. Its browser is judged by what is handed over. */
export const takeByState = async (
  tx: Tx,
  { state, connectionId }: { state: string; connectionId: string },
): Promise<OpenAttempt | undefined> => {
  const [taken] = await tx.db.$queryRaw<OpenAttempt[]>`
    delete from sign_in_attempts
    where secret_hash = ${hashToken(state)} and connection_id = ${connectionId}::uuid
      and request_id is not null and expires_at > ${tx.now}
    returning *
  `;
  return taken;
};
