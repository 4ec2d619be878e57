import { Readable } from 'node:stream';
import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok, okBytes } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { exportDrawingPng, exportDrawingSvg } from '../evidence/exports/export-drawing.ts';
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
      const isSvg = extension === 'svg';
      const bytes = Buffer.from(
        isSvg ? await exportDrawingSvg(context, row) : await exportDrawingPng(context, row),
      );
      setFileHeaders(res, { mime: isSvg ? 'image/svg+xml' : 'image/png', filename, byteSize: bytes.length });
      return okBytes(res, Readable.from([bytes]));
    },
  });
