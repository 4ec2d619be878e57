import type { Context } from '../../context.ts';

export type AnchorKey = { organisation_id: string; session_id: string; authority: string };

/** An anchor that waits for its token, with the head of its chain. */
export type PendingAnchor = AnchorKey & {
  nonce: Uint8Array<ArrayBuffer>;
  attempt_count: number;
  created_at: Date;
  /** The 32 bytes of the head: the digest that the authority puts a time to. */
  digest: Uint8Array<ArrayBuffer>;
};

/** Reads an anchor that is pending; undefined for one that has its token or has failed. */
export const findAnchor = async (
  { database }: Pick<Context, 'database'>,
  { organisation_id, session_id, authority }: AnchorKey,
): Promise<PendingAnchor | undefined> => {
  const anchor = await database.prisma.anchor.findUnique({
    where: { organisation_id_session_id_authority: { organisation_id, session_id, authority } },
    include: { chain: { select: { head_hash: true } } },
  });
  if (anchor?.status !== 'pending') return undefined;
  return { ...anchor, digest: Uint8Array.from(Buffer.from(anchor.chain.head_hash, 'hex')) };
};
