import type { Context } from '../../context.ts';
import { defineJob, enqueueJob } from '../../platform/jobs/define-job.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { freezeChain as freeze } from '../audit/exports/append-entry.ts';
import { freezeChainJob } from '../audit/exports/request-freeze.ts';
import { endUploads } from '../uploads/exports/end-uploads.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';
import { anchorChain } from './anchor-chain.job.ts';

/**
 * Freezes the chain of a session that ended, once no upload is under way or their time is over (planFreeze), and asks
 * every configured authority for an anchor of its head. All in one transaction: what is frozen has its anchors.
 */
export const freezeChain = defineJob({
  ...freezeChainJob,
  run: async (context: Context, { organisation_id, session_id }) => {
    const chain = { organisationId: organisation_id, sessionId: session_id };
    await endUploads(context, chain);
    await context.transact(async (tx) => {
      // Recording evidence takes this lock, too: it comes before the freeze, or finds the chain frozen.
      await lockSessionRow(tx, chain);
      if (await isFrozen(tx, chain)) return;
      freeze(context, tx, chain);
      await tx.db.anchor.createMany({
        data: context.timestampAuthorities.map(({ name }) => ({
          organisation_id,
          session_id,
          authority: name,
          nonce: drawNonce(context),
          created_at: tx.now,
        })),
        skipDuplicates: true,
      });
      for (const { name } of context.timestampAuthorities) {
        const payload = { organisation_id, session_id, authority: name };
        enqueueJob(tx, anchorChain, { payload, key: `${session_id}:${name}:0` });
      }
    });
  },
});

// Locks the chain's row: of two jobs at once, the second sees that the first has frozen it. Raw, since Prisma
// can't lock.
const isFrozen = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<boolean> => {
  const rows = await tx.db.$queryRaw<{ frozen_at: Date | null }[]>`
    select frozen_at
    from audit_chains
    where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
    for update
  `;
  return rows[0]?.frozen_at != null;
};

/**
 * Some verifiers compare nonces byte by byte. The first byte is from 0x40 to 0x7f, so that the nonce as a DER
 * integer needs no byte in front of it and has one spelling.
 */
const drawNonce = ({ random }: Pick<Context, 'random'>): Uint8Array<ArrayBuffer> => {
  const nonce = Uint8Array.from(random.bytes(8));
  nonce[0] = 0x40 | (nonce[0]! & 0x3f);
  return nonce;
};
