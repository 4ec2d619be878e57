import { Readable } from 'node:stream';
import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok } from '../../http/reply.ts';
import { okBytes } from '../../http/streams/ok-bytes.ts';
import { callerOf } from '../../http/request-state.ts';
import type { EvidenceRow } from '../evidence/exports/evidence-view.ts';
import { exportDrawingSvg } from '../evidence/exports/drawings/export-drawing.ts';
import { openDrawingPicture } from '../evidence/exports/drawings/open-drawing-picture.ts';
import { setFileHeaders } from '../../http/set-file-headers.ts';
import { findWhiteboardVersion } from './find-whiteboard-version.ts';
import { listWhiteboards } from './list-whiteboards.ts';

export const whiteboardRoutes = (context: Context) =>
  initServer().router(contract.whiteboards, {
    list: async ({ req, query }) =>
      ok(await listWhiteboards(context, { organisationId: callerOf(req).organisationId, query })),
    download: async ({ req, res, params: { whiteboard_file: filename }, query }) => {
      const { organisationId } = callerOf(req);
      const [whiteboardId = '', extension] = filename.split('.');
      const row = await findWhiteboardVersion(context, {
        organisationId,
        whiteboardId,
        version: query.version,
      });
      const file = extension === 'svg' ? await openSvg(context, row) : await openDrawingPicture(context, row);
      setFileHeaders(res, { ...file, filename });
      return okBytes(context, { req, res }, file.body);
    },
  });

const openSvg = async (context: Context, row: EvidenceRow) => {
  const bytes = Buffer.from(await exportDrawingSvg(context, row));
  return { mime: 'image/svg+xml', body: Readable.from([bytes]), byteSize: bytes.length };
};
