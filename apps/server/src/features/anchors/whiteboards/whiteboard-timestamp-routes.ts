import { contract, type WhiteboardTimestamps } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { implement } from '../../../http/routes/implement-routes.ts';
import { findWhiteboardFile, type WhiteboardFile } from '../../whiteboards/exports/find-whiteboard-file.ts';
import { viewAnchor } from '../anchor-view.ts';

export const whiteboardTimestampRoutes = (context: Context) =>
  implement(contract.whiteboards, {
    getTimestamps: async ({ caller: { organisationId }, params: { whiteboard_file: filename }, query }) => {
      const file = await findWhiteboardFile(context, { organisationId, filename, version: query.version });
      return getWhiteboardTimestamps(context, file);
    },
  });

const getWhiteboardTimestamps = async (
  { database }: Pick<Context, 'database'>,
  { row: { organisation_id, id, whiteboard_id, version }, variant }: WhiteboardFile,
): Promise<z.output<typeof WhiteboardTimestamps>> => {
  const anchors = await database.prisma.whiteboardAnchor.findMany({
    where: { organisation_id, evidence_id: id, variant },
    orderBy: { authority: 'asc' },
  });
  return {
    whiteboard: whiteboard_id!,
    version: version!,
    sha256: anchors.find(({ sha256 }) => sha256 !== null)?.sha256 ?? null,
    timestamps: anchors.map(viewAnchor),
  };
};
