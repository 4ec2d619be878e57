import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { replyWithFile } from '../../http/streams/reply-file.ts';
import { okPages } from '../../http/streams/ok-pages.ts';
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
      const pages = isAsked ? await beginExport(context, { ...caller, after: query.after }) : [];
      const filename = `export-${caller.organisationId}.jsonl`;
      setFileHeaders(res, { mime: 'application/jsonl', filename, byteSize: null });
      return okPages(context, { req, res }, pages);
    },
    downloadFile: async (input) => {
      const { organisationId } = callerOf(input.req);
      const { owner_id: ownerId, hash: sha256 } = input.params;
      const file = await findExportFile(context, { organisationId, ownerId, sha256 });
      return replyWithFile(context, input, file);
    },
  });
