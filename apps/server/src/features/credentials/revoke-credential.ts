import type { Context } from '../../context.ts';
import { endRight } from '../../platform/database/right-lock.ts';
import { endCredential } from './end-credential.ts';

/** Longer than the writes that wait for a row may wait, and shorter than the 8 s that a statement's answer may take. */
const PATIENCE_MS = 7_000;

/**
 * Revokes a credential for the host. Undefined when there is none. Repeating it changes nothing. Once this answers,
 * nothing more commits by its keys. A write under way is waited for.
 */
export const revokeCredential = (
  context: Pick<Context, 'transact' | 'random'>,
  { credentialId }: { credentialId: string },
): Promise<{ id: string; revoked_at: Date } | undefined> =>
  context.transact(async (tx) => {
    await endRight(tx, { kind: 'credential', id: credentialId }, PATIENCE_MS);
    const ended = await endCredential(context, tx, { credentialId, by: { host: true } });
    return ended?.revoked_at ? { id: ended.id, revoked_at: ended.revoked_at } : undefined;
  });
