import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { enqueueTry } from './enqueue-try.ts';
import type { AnchorKey } from './find-anchor.ts';

/** Has every configured authority asked for an anchor of a head: a pending row and a job for each. */
export const askAuthorities = async (
  { random, timestampAuthorities }: Pick<Context, 'random' | 'timestampAuthorities'>,
  tx: Tx,
  { organisation_id, session_id, sequence }: Omit<AnchorKey, 'authority'>,
): Promise<void> => {
  const rows = timestampAuthorities.map(({ name }) => ({
    organisation_id,
    session_id,
    authority: name,
    nonce: drawNonce(random),
    created_at: tx.now,
  }));
  await (sequence === undefined
    ? tx.db.anchor.createMany({ data: rows, skipDuplicates: true })
    : tx.db.addendaAnchor.createMany({
        data: rows.map((row) => ({ ...row, sequence })),
        skipDuplicates: true,
      }));
  for (const { authority } of rows) {
    enqueueTry(tx, { organisation_id, session_id, authority, sequence, attempt_count: 0 });
  }
};

/**
 * Some verifiers compare nonces byte by byte. The first byte is from 0x40 to 0x7f, so that the nonce as a DER integer
 * needs no byte in front of it and has one spelling.
 */
const drawNonce = (random: Context['random']): Uint8Array<ArrayBuffer> => {
  const nonce = Uint8Array.from(random.bytes(8));
  nonce[0] = 0x40 | (nonce[0]! & 0x3f);
  return nonce;
};
