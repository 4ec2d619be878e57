import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { setFileHeaders } from '../../http/set-file-headers.ts';
import { okPages } from '../../http/streams/ok-pages.ts';
import { replyWithFile } from '../../http/streams/reply-file.ts';
import { beginExport } from './begin-export.ts';
import { findExportFile } from './find-export-file.ts';

export const exportRoutes = (context: Context) =>
  implement(contract.exports, {
    download: {
      reply: async ({ caller, req, res, query }) => {
        // A HEAD reads nothing, and is no export.
        const isAsked = req.method !== 'HEAD';
        const pages = isAsked ? await beginExport(context, { ...caller, after: query.after }) : [];
        const filename = `export-${caller.organisationId}.jsonl`;
        setFileHeaders(res, { mime: 'application/jsonl', filename, byteSize: null });
        return okPages(context, { req, res }, pages);
      },
    },
    downloadFile: {
      reply: async (given) => {
        const { organisationId } = given.caller;
        const { owner_id: ownerId, hash: sha256 } = given.params;
        const file = await findExportFile(context, { organisationId, ownerId, sha256 });
        return replyWithFile(context, given, file);
      },
    },
  });
