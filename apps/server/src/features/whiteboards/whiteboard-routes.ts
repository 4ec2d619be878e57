import { Readable } from 'node:stream';
import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok, okBytes } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { exportDrawingPng, exportDrawingSvg } from '../evidence/export-drawing.ts';
import { setFileHeaders } from '../evidence/set-file-headers.ts';
import { findWhiteboardVersion } from './find-whiteboard-version.ts';
import { listWhiteboards } from './list-whiteboards.ts';

export const whiteboardRoutes = (context: Context) =>
  initServer().router(contract.whiteboards, {
    list: async ({ req, query }) =>
      ok(await listWhiteboards(context, { organisationId: callerOf(req).organisationId, query })),
    downloadSvg: async (input) => {
      const svg = await exportDrawingSvg(context, await findWhiteboardVersion(context, keyOf(input)));
      return sendPicture(input, { bytes: Buffer.from(svg), mime: 'image/svg+xml', extension: 'svg' });
    },
    downloadPng: async (input) => {
      const png = await exportDrawingPng(context, await findWhiteboardVersion(context, keyOf(input)));
      return sendPicture(input, { bytes: Buffer.from(png), mime: 'image/png', extension: 'png' });
    },
  });

type Input = {
  req: object;
  res: Parameters<typeof setFileHeaders>[0] & Parameters<typeof okBytes>[0];
  params: { whiteboard_id: string };
  query: { version?: number | undefined };
};

const keyOf = ({ req, params, query }: Input) => ({
  organisationId: callerOf(req).organisationId,
  whiteboardId: params.whiteboard_id,
  version: query.version,
});

const sendPicture = (
  { res, params }: Input,
  { bytes, mime, extension }: { bytes: Buffer; mime: string; extension: string },
) => {
  const filename = `${params.whiteboard_id}.${extension}`;
  setFileHeaders(res, { mime, filename, byteSize: bytes.length });
  return okBytes(res, Readable.from([bytes]));
};
