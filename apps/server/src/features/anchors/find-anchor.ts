import type { Context } from '../../context.ts';

/** An authority and what it is asked for: the frozen head of a session, or its addenda as they are up to `sequence`. */
export type AnchorKey = {
  organisation_id: string;
  session_id: string;
  authority: string;
  sequence?: number | undefined;
};

/** An anchor that waits for its token, with the head that it is for. */
export type PendingAnchor = AnchorKey & {
  nonce: Uint8Array<ArrayBuffer>;
  attempt_count: number;
  created_at: Date;
  /** The 32 bytes of the head: the digest that the authority puts a time to. */
  digest: Uint8Array<ArrayBuffer>;
};

/** Reads an anchor that is pending; undefined for one that has its token or has failed, or gave way to a later one. */
export const findAnchor = async (
  context: Pick<Context, 'database'>,
  key: AnchorKey,
): Promise<PendingAnchor | undefined> => {
  const found = await (key.sequence === undefined
    ? readChainAnchor(context, key)
    : readAddendaAnchor(context, { ...key, sequence: key.sequence }));
  if (found?.anchor.status !== 'pending') return undefined;
  return { ...found.anchor, digest: Uint8Array.from(Buffer.from(found.hash, 'hex')) };
};

const readChainAnchor = async (
  { database }: Pick<Context, 'database'>,
  { organisation_id, session_id, authority }: AnchorKey,
) => {
  const anchor = await database.prisma.anchor.findUnique({
    where: { organisation_id_session_id_authority: { organisation_id, session_id, authority } },
    include: { chain: { select: { head_hash: true } } },
  });
  return anchor && { anchor, hash: anchor.chain.head_hash };
};

const readAddendaAnchor = async (
  { database }: Pick<Context, 'database'>,
  key: AnchorKey & { sequence: number },
) => {
  const anchor = await database.prisma.addendaAnchor.findUnique({
    where: { organisation_id_session_id_authority_sequence: key },
    include: { entry: { select: { hash: true } } },
  });
  return anchor && { anchor, hash: anchor.entry.hash };
};
