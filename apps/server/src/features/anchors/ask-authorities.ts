import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { enqueueTry } from './enqueue-try.ts';
import type { AnchoredHead } from './find-anchor.ts';

/** Has every configured authority asked for an anchor of a head: a pending row and a job for each. */
export const askAuthorities = async (
  { random, timestampAuthorities }: Pick<Context, 'random' | 'timestampAuthorities'>,
  tx: Tx,
  head: AnchoredHead,
): Promise<void> => {
  const rows = timestampAuthorities.map(({ name }) => ({
    organisation_id: head.organisation_id,
    authority: name,
    nonce: drawNonce(random),
    created_at: tx.now,
  }));
  await insertAnchors(tx, head, rows);
  for (const { authority } of rows) enqueueTry(tx, { ...head, authority, attempt_count: 0 });
};

type NewAnchor = {
  organisation_id: string;
  authority: string;
  nonce: Uint8Array<ArrayBuffer>;
  created_at: Date;
};

const insertAnchors = ({ db }: Tx, { session_id, sequence }: AnchoredHead, rows: NewAnchor[]) => {
  const skipDuplicates = true;
  if (session_id === undefined) {
    return db.orgAnchor.createMany({ data: rows.map((row) => ({ ...row, sequence })), skipDuplicates });
  }
  return sequence === undefined
    ? db.anchor.createMany({ data: rows.map((row) => ({ ...row, session_id })), skipDuplicates })
    : db.addendaAnchor.createMany({
        data: rows.map((row) => ({ ...row, session_id, sequence })),
        skipDuplicates,
      });
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
