import type { Addenda } from '@field-inspection/contract';
import type { z } from 'zod';
import type { AddendaAnchor as AnchorRow } from '#prisma';
import type { Context } from '../../context.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { viewAnchor } from './anchor-view.ts';
import { keepLastAnchors } from './keep-last-anchors.ts';

/** The head of a session's addenda, and who vouches for it. */
export const readAddenda = async (
  { database: { prisma } }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<z.output<typeof Addenda>> => {
  const chain = await prisma.addendaChain.findUnique({
    where: { organisation_id_session_id: { organisation_id: organisationId, session_id: sessionId } },
  });
  if (!chain) return { head: null, length: 0, anchors: [] };
  const anchors = await listLastAnchors({ prisma }, { organisationId, sessionId });
  return {
    head: chain.head_hash,
    length: chain.head_sequence,
    anchors: anchors.map((row) => ({ ...viewAnchor(row), sequence: row.sequence })),
  };
};

// Of each authority the last token and the last try: a minute brings a row for each, and a token vouches for all that
// came before it, too. Raw, since Prisma reads all rows to tell the last ones.
const listLastAnchors = async (
  { prisma }: Pick<Context['database'], 'prisma'>,
  { organisationId, sessionId }: SessionKey,
): Promise<AnchorRow[]> => {
  const rows = await prisma.$queryRaw<AnchorRow[]>`
    select distinct on (authority, status = 'anchored') *
    from addenda_anchors
    where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
    order by authority, status = 'anchored', sequence desc
  `;
  return keepLastAnchors(rows);
};
