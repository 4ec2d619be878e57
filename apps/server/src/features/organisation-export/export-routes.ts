import { Readable } from 'node:stream';
import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { okBytes } from '../../http/reply.ts';
import { replyWithFile } from '../../http/reply-file.ts';
import { callerOf } from '../../http/request-state.ts';
import { setFileHeaders } from '../../http/set-file-headers.ts';
import { beginExport } from './begin-export.ts';
import { findExportFile } from './find-export-file.ts';

export const exportRoutes = (context: Context) =>
  initServer().router(contract.exports, {
    download: async ({ req, res, query }) => {
      const caller = callerOf(req);
      // Nobody gets anything by a HEAD: nothing is read, and it is no export.
      const isAsked = req.method !== 'HEAD';
      const body = isAsked
        ? await beginExport(context, { ...caller, after: query.after })
        : Readable.from([]);
      const filename = `export-${caller.organisationId}.jsonl`;
      setFileHeaders(res, { mime: 'application/jsonl', filename, byteSize: null });
      return okBytes(res, body);
    },
    downloadFile: async (input) => {
      const { organisationId } = callerOf(input.req);
      const { owner_id: ownerId, hash: sha256 } = input.params;
      const file = await findExportFile(context, { organisationId, ownerId, sha256 });
      return replyWithFile(context, input, file);
    },
  });
