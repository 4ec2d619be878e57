import { contract } from '@field-inspection/contract';
import { noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { setFileHeaders } from '../../http/set-file-headers.ts';
import { okPages } from '../../http/streams/ok-pages.ts';
import { replyWithFile, type StoredFile } from '../../http/streams/reply-file.ts';
import { nameContent } from '../../platform/object-store/object-key.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { extensionOf } from '../evidence/exports/name-object.ts';
import { EXPORTED_FILES } from './exported-files.ts';
import { readExport, readExportCursor } from './read-export.ts';

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

/** The export is written while it is read. The organisation's own chain first records who asked for it. */
const beginExport = async (
  context: Pick<Context, 'database' | 'keyring' | 'random' | 'transact'>,
  { organisationId, after, ...actor }: Actor & { organisationId: string; after: string | undefined },
): Promise<AsyncIterable<string>> => {
  const position = after === undefined ? undefined : readExportCursor(context, organisationId, after);
  await context.transact(
    async (tx) =>
      appendOrgEntry(context, tx, {
        organisationId,
        kind: 'export.begun',
        payload: { ...nameActor(actor), resumed: position !== undefined },
      }),
    { sharedBy: { organisationId } },
  );
  return readExport(context, { organisationId, after: position });
};

type FileKey = { organisationId: string; ownerId: string; sha256: string };

const findExportFile = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, ownerId, sha256 }: FileKey,
): Promise<StoredFile> => {
  for (const { table, owner, columns, condition } of EXPORTED_FILES) {
    const { rows } = await database.pool.query<{ mime: string; byte_size: number }>(
      `select ${columns.join(', ')} from ${table}
       where organisation_id = $1::uuid and ${owner} = $2::uuid and sha256 = $3 and ${condition} limit 1`,
      [organisationId, ownerId, sha256],
    );
    if (rows[0]) return describeFile(rows[0], { organisationId, ownerId, sha256 });
  }
  throw noSuch('file', sha256);
};

const describeFile = (
  { mime, byte_size }: { mime: string; byte_size: number },
  { sha256, ...owner }: FileKey,
): StoredFile => ({
  key: nameContent(owner, sha256),
  mime,
  filename: `${owner.ownerId}-${sha256.slice(0, 8)}.${extensionOf(mime)}`,
  byteSize: byte_size,
  sha256,
});
