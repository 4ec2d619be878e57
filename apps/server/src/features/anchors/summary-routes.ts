import { type Addenda, contract, type EvidenceSummary } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
import { noSuch } from '../../refusals.ts';
import { listMissingShots } from '../evidence/exports/list-missing-shots.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { findNewestReport } from '../reports/exports/find-newest-report.ts';
import { linkReport } from '../reports/exports/link-report.ts';
import { keepLastAnchors, viewAnchor } from './anchor-view.ts';
import type { AddendaAnchor as AnchorRow } from '#prisma';

export const summaryRoutes = (context: Context) =>
  implement(contract.evidence, { get: (given) => getEvidenceSummary(context, sessionKeyOf(given)) });

export const getEvidenceSummary = async (
  context: Pick<Context, 'database' | 'config' | 'keyring' | 'clock'>,
  { organisationId, sessionId }: SessionKey,
): Promise<z.output<typeof EvidenceSummary>> => {
  const chain = await context.database.prisma.auditChain.findUnique({
    where: { organisation_id_session_id: { organisation_id: organisationId, session_id: sessionId } },
    include: { anchors: { orderBy: { authority: 'asc' } }, session: { select: { shots: true } } },
  });
  if (!chain) throw noSuch('session', sessionId);
  const report = await findNewestReport(context, { organisationId, sessionId });
  return {
    session: sessionId,
    pdf_url: report && report.erased_at === null ? linkReport(context, report) : null,
    audit_chain_hash: chain.frozen_at && chain.head_hash,
    frozen_at: chain.frozen_at?.toISOString() ?? null,
    anchors: chain.anchors.map(viewAnchor),
    addenda: await readAddenda(context, { organisationId, sessionId }),
    missing_shots: await listMissingShots(context, { organisationId, sessionId }, chain.session),
  };
};

const readAddenda = async (
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

// Only the last token and the last try count, since a token vouches for all before it. Raw, since Prisma reads all rows
// to tell them.
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
