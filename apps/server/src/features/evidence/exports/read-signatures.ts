import type { LocaleCode } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import type { EvidenceRow } from './evidence-view.ts';

export type Signature = {
  row: EvidenceRow;
  name: string | null;
  statement: { text: string; locale: LocaleCode } | null;
};

export const readSignatures = async (
  { database: { prisma } }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<Signature[]> => {
  const session = { organisation_id: organisationId, session_id: sessionId };
  const [entries, rows] = await Promise.all([
    prisma.auditEntry.findMany({
      where: {
        ...session,
        kind: 'evidence.captured',
        payload: { path: ['evidence_kind'], equals: 'signature' },
      },
      select: { sequence: true, payload: true },
      orderBy: { sequence: 'asc' },
    }),
    prisma.evidence.findMany({ where: { ...session, kind: 'signature' } }),
  ]);
  const disclosures = await prisma.auditDisclosure.findMany({
    where: { ...session, sequence: { in: entries.map(({ sequence }) => sequence) } },
  });
  return entries.map(({ sequence, payload }) => {
    const { evidence_id } = payload as { evidence_id: string };
    const disclosed = <Value>(field: string): Value | null =>
      (disclosures.find((each) => each.sequence === sequence && each.field === field)?.value as Value) ??
      null;
    return {
      row: rows.find(({ id }) => id === evidence_id)!,
      name: disclosed<string>('name'),
      statement: disclosed<NonNullable<Signature['statement']>>('statement'),
    };
  });
};
