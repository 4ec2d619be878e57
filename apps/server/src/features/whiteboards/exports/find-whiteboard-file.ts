import { noSuch } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { DrawingVariant } from '../../evidence/exports/drawings/export-drawing.ts';
import type { EvidenceRow } from '../../evidence/exports/evidence-view.ts';

export type WhiteboardFile = { row: EvidenceRow; variant: DrawingVariant };

export const findWhiteboardFile = async (
  { database }: Pick<Context, 'database'>,
  {
    organisationId,
    filename,
    version,
  }: { organisationId: string; filename: string; version: number | undefined },
): Promise<WhiteboardFile> => {
  const [whiteboardId = '', extension] = filename.split('.');
  const row = await database.prisma.evidence.findFirst({
    where: {
      organisation_id: organisationId,
      whiteboard_id: whiteboardId,
      ...(version === undefined ? {} : { version }),
    },
    orderBy: { version: 'desc' },
  });
  if (!row) throw noSuch('whiteboard', whiteboardId);
  return { row, variant: extension === 'svg' ? 'svg' : 'display' };
};
