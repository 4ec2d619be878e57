import type { Context } from '../../context.ts';
import type { DrawingVariant } from '../evidence/exports/drawings/export-drawing.ts';
import { storeDrawingExport } from '../evidence/exports/drawings/store-drawing-export.ts';

/** The head is a session's frozen one, or that of its addenda or of an organisation's own chain at `sequence`. */
export type AnchoredHead = { organisation_id: string; evidence_id?: undefined } & (
  { session_id: string; sequence?: number | undefined } | { session_id?: undefined; sequence: number }
);

export type AnchoredExport = {
  organisation_id: string;
  evidence_id: string;
  variant: DrawingVariant;
  session_id?: undefined;
  sequence?: undefined;
};

export type AnchorKey = (AnchoredHead | AnchoredExport) & { authority: string };

export type PendingAnchor = AnchorKey & {
  nonce: Uint8Array<ArrayBuffer>;
  attempt_count: number;
  created_at: Date;
  digest: Uint8Array<ArrayBuffer>;
};

type FindContext = Pick<Context, 'database' | 'objects' | 'transact'>;

/** Undefined if it has its token or has failed, gave way to a later one, or its whiteboard was erased. */
export const findAnchor = async (
  context: FindContext,
  key: AnchorKey,
): Promise<PendingAnchor | undefined> => {
  const found = await readAnchor(context, key);
  if (found?.anchor.status !== 'pending') return undefined;
  const { nonce, attempt_count, created_at } = found.anchor;
  return {
    ...key,
    nonce,
    attempt_count,
    created_at,
    digest: Uint8Array.from(Buffer.from(found.hash, 'hex')),
  };
};

const readAnchor = (context: FindContext, key: AnchorKey) => {
  const { organisation_id, authority } = key;
  if (key.evidence_id !== undefined) return readWhiteboardAnchor(context, key);
  if (key.session_id === undefined) {
    return readOrgAnchor(context, { organisation_id, authority, sequence: key.sequence });
  }
  const { session_id, sequence } = key;
  return sequence === undefined
    ? readChainAnchor(context, { organisation_id, session_id, authority })
    : readAddendaAnchor(context, { organisation_id, session_id, authority, sequence });
};

type SessionAnchor = { organisation_id: string; session_id: string; authority: string };

const readOrgAnchor = async (
  { database }: Pick<Context, 'database'>,
  key: { organisation_id: string; authority: string; sequence: number },
) => {
  const anchor = await database.prisma.orgAnchor.findUnique({
    where: { organisation_id_authority_sequence: key },
    include: { entry: { select: { hash: true } } },
  });
  return anchor && { anchor, hash: anchor.entry.hash };
};

const readChainAnchor = async (
  { database }: Pick<Context, 'database'>,
  { organisation_id, session_id, authority }: SessionAnchor,
) => {
  const anchor = await database.prisma.anchor.findUnique({
    where: { organisation_id_session_id_authority: { organisation_id, session_id, authority } },
    include: { chain: { select: { head_hash: true } } },
  });
  return anchor && { anchor, hash: anchor.chain.head_hash };
};

const readAddendaAnchor = async (
  { database }: Pick<Context, 'database'>,
  key: SessionAnchor & { sequence: number },
) => {
  const anchor = await database.prisma.addendaAnchor.findUnique({
    where: { organisation_id_session_id_authority_sequence: key },
    include: { entry: { select: { hash: true } } },
  });
  return anchor && { anchor, hash: anchor.entry.hash };
};

// The export is made and kept before an authority is asked, so that later downloads have the same bytes.
const readWhiteboardAnchor = async (
  context: FindContext,
  { organisation_id, evidence_id, variant, authority }: AnchoredExport & { authority: string },
) => {
  const anchor = await context.database.prisma.whiteboardAnchor.findUnique({
    where: {
      organisation_id_evidence_id_variant_authority: { organisation_id, evidence_id, variant, authority },
    },
    include: { evidence: true },
  });
  if (anchor?.status !== 'pending' || anchor.evidence.erased_at) return null;
  const kept = await storeDrawingExport(context, anchor.evidence, variant);
  return kept && { anchor, hash: kept.sha256 };
};
