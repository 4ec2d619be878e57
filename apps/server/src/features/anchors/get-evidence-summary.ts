import { noSuchResource } from '../../api-error.ts';
import type { EvidenceSummary } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { viewAnchor } from './anchor-view.ts';
import { readAddenda } from './read-addenda.ts';

/** What a session's evidence comes to: the head of its chain once it is frozen, and who vouches for it. */
export const getEvidenceSummary = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<z.output<typeof EvidenceSummary>> => {
  const chain = await database.prisma.auditChain.findUnique({
    where: { organisation_id_session_id: { organisation_id: organisationId, session_id: sessionId } },
    include: { anchors: { orderBy: { authority: 'asc' } } },
  });
  if (!chain) throw noSuchResource();
  return {
    session: sessionId,
    // Reports are not made yet.
    pdf_url: null,
    audit_chain_hash: chain.frozen_at && chain.head_hash,
    frozen_at: chain.frozen_at?.toISOString() ?? null,
    anchors: chain.anchors.map(viewAnchor),
    addenda: await readAddenda({ database }, { organisationId, sessionId }),
  };
};
