import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { wasRedacted } from '../sessions/exports/require-unredacted.ts';
import type { EvidenceRow } from '../evidence/exports/evidence-view.ts';

/** A version of a whiteboard as the evidence that it is: the last one unless told. */
export const findWhiteboardVersion = async (
  { database }: Pick<Context, 'database'>,
  {
    organisationId,
    whiteboardId,
    version,
  }: { organisationId: string; whiteboardId: string; version: number | undefined },
): Promise<EvidenceRow> => {
  const row = await database.prisma.evidence.findFirst({
    where: {
      organisation_id: organisationId,
      whiteboard_id: whiteboardId,
      ...(version === undefined ? {} : { version }),
    },
    orderBy: { version: 'desc' },
  });
  if (!row) throw noSuch('whiteboard', whiteboardId);
  if (row.erased_at) throw wasRedacted();
  return row;
};
