import type { AuditEntry } from '@field-inspection/contract';
import { requireBundle } from '@field-inspection/rules';
import { noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';

/** A single snapshot, but for the chain's entries, which are read while they are sent: a frozen chain stays. */
export const readBundleRows = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
) => {
  const where = { organisation_id: organisationId, session_id: sessionId };
  const [session, chain, evidence, captures, disclosures, ...after] = await database.prisma.$transaction(
    [
      database.prisma.session.findUnique({
        where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
      }),
      database.prisma.auditChain.findUnique({
        where: { organisation_id_session_id: where },
        include: { anchors: { orderBy: { authority: 'asc' } } },
      }),
      database.prisma.evidence.findMany({
        // A recording that could not be processed counts, too: the chain holds its hash.
        where: { ...where, sha256: { not: null } },
        include: { derivatives: { orderBy: { variant: 'asc' } } },
        orderBy: { id: 'asc' },
      }),
      database.prisma.auditEntry.findMany({
        where: { ...where, kind: 'evidence.captured' },
        select: { sequence: true, payload: true },
      }),
      database.prisma.auditDisclosure.findMany({
        where,
        select: DISCLOSURE,
        orderBy: [{ sequence: 'asc' }, { field: 'asc' }],
      }),
      database.prisma.addendaEntry.findMany({ where, select: ENTRY, orderBy: { sequence: 'asc' } }),
      database.prisma.addendaDisclosure.findMany({
        where,
        select: DISCLOSURE,
        orderBy: [{ sequence: 'asc' }, { field: 'asc' }],
      }),
      database.prisma.addendaAnchor.findMany({
        where,
        orderBy: [{ sequence: 'asc' }, { authority: 'asc' }],
      }),
    ],
    { isolationLevel: 'RepeatableRead' },
  );
  if (!session || !chain) throw noSuch('session', sessionId);
  const frozen_at = requireBundle(chain);
  const [addenda, addendaDisclosures, addendaAnchors] = after;
  return {
    session,
    chain: { ...chain, frozen_at },
    evidence,
    captures,
    disclosures,
    addenda: addenda as AuditEntry[],
    addendaDisclosures,
    addendaAnchors,
  };
};

export const ENTRY = {
  sequence: true,
  kind: true,
  occurred_at: true,
  payload: true,
  prev_hash: true,
  hash: true,
} as const;

const DISCLOSURE = { sequence: true, field: true, salt: true, value: true } as const;

export type BundleRows = Awaited<ReturnType<typeof readBundleRows>>;
