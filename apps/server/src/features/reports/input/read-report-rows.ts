import { Refusal, noSuch } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

/** 113 pages of entries, for which Typst takes a second and 230 MB. Of a longer chain the report names the place. */
export const PRINTED_ENTRIES_MAX = 5_000;

/** Participants and the order of pieces need these kinds, however long the chain is. */
const MARKS = [
  'participant.invited',
  'participant.reissued',
  'participant.asked',
  'participant.joined',
  'participant.left',
  'evidence.captured',
];

/**
 * The rows of a report in one snapshot.
 *
 * @throws {Refusal} not_found; evidence_not_ready while the chain still grows
 */
export const readReportRows = async (
  { database: { prisma } }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
) => {
  const where = { organisation_id: organisationId, session_id: sessionId };
  const [session, chain, participants, evidence, whiteboards, entries, marks, recipients] =
    await prisma.$transaction(
      [
        prisma.session.findUnique({
          where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
          include: {
            organisation: { select: { name: true, time_zone: true, branding: true, branding_logo: true } },
          },
        }),
        prisma.auditChain.findUnique({
          where: { organisation_id_session_id: where },
          include: { anchors: { orderBy: { authority: 'asc' } } },
        }),
        prisma.participant.findMany({ where, orderBy: [{ created_at: 'asc' }, { id: 'asc' }] }),
        prisma.evidence.findMany({ where, include: { derivatives: { where: { variant: 'display' } } } }),
        prisma.whiteboard.findMany({ where, select: { id: true, title: true } }),
        prisma.auditEntry.findMany({
          where,
          select: ENTRY,
          orderBy: { sequence: 'asc' },
          take: PRINTED_ENTRIES_MAX,
        }),
        prisma.auditEntry.findMany({
          where: { ...where, kind: { in: MARKS } },
          select: ENTRY,
          orderBy: { sequence: 'asc' },
        }),
        prisma.auditDisclosure.findMany({
          where: { ...where, field: 'recipient' },
          select: { sequence: true, value: true },
          orderBy: { sequence: 'asc' },
        }),
      ],
      { isolationLevel: 'RepeatableRead' },
    );
  if (!session || !chain) throw noSuch('session', sessionId);
  if (!chain.frozen_at) {
    throw new Refusal('evidence_not_ready', 'The audit chain still grows: a report is made of a frozen one.');
  }
  return { session, chain, participants, evidence, whiteboards, entries, marks, recipients };
};

const ENTRY = { sequence: true, kind: true, occurred_at: true, payload: true } as const;

export type ReportRows = Awaited<ReturnType<typeof readReportRows>>;

export type PieceRow = ReportRows['evidence'][number];

export type EntryRow = ReportRows['entries'][number];

export const readText = (payload: unknown, field: string): string => {
  const value = readField(payload, field);
  return typeof value === 'string' ? value : '';
};

export const readField = (payload: unknown, field: string): unknown =>
  typeof payload === 'object' && payload !== null && Object.hasOwn(payload, field)
    ? (payload as Record<string, unknown>)[field]
    : undefined;
