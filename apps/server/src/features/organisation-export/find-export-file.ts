import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { StoredFile } from '../../http/streams/reply-file.ts';
import { nameContent } from '../../platform/object-store/object-key.ts';
import { extensionOf } from '../evidence/exports/name-object.ts';
import { EXPORTED_FILES } from './exported-files.ts';

type Asked = { organisationId: string; ownerId: string; sha256: string };

/** A file as a line of an export names it, if the organisation still has it. */
export const findExportFile = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, ownerId, sha256 }: Asked,
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
  { sha256, ...owner }: Asked,
): StoredFile => ({
  key: nameContent(owner, sha256),
  mime,
  filename: `${owner.ownerId}-${sha256.slice(0, 8)}.${extensionOf(mime)}`,
  byteSize: byte_size,
  sha256,
});
