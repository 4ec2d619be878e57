import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';

const HANDOVER_MS = 60_000;

/**
 * Keeps what a post of another site brought until the browser comes for it: that post has no cookie, and the request
 * that follows has. Gives the token for it.
 */
export const handOver = async (
  { random, keyring }: Pick<Context, 'random' | 'keyring'>,
  tx: Tx,
  { browserHash, content }: { browserHash: Uint8Array<ArrayBuffer>; content: object },
): Promise<string> => {
  const token = random.bytes(32).toString('base64url');
  const token_hash = hashToken(token);
  await tx.db.signInHandover.create({
    data: {
      token_hash,
      browser_hash: browserHash,
      sealed: keyring.seal(JSON.stringify(content), contextOf(token_hash)),
      expires_at: new Date(tx.now.getTime() + HANDOVER_MS),
    },
  });
  return token;
};

/** Takes what was handed over, once, in the browser that began. */
export const takeHandover = async (
  { keyring }: Pick<Context, 'keyring'>,
  tx: Tx,
  { token, browser }: { token: string; browser: string },
): Promise<unknown> => {
  const tokenHash = hashToken(token);
  const [taken] = await tx.db.$queryRaw<{ sealed: string }[]>`
    delete from sign_in_handovers
    where token_hash = ${tokenHash} and browser_hash = ${hashToken(browser)} and expires_at > ${tx.now}
    returning sealed
  `;
  return taken && (JSON.parse(keyring.open(taken.sealed, contextOf(tokenHash))) as unknown);
};

const contextOf = (tokenHash: Uint8Array): string =>
  `sign_in_handovers/${Buffer.from(tokenHash).toString('hex')}`;
