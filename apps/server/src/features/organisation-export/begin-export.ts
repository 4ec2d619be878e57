import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { readExportCursor } from './export-cursor.ts';
import { readExport } from './read-export.ts';

type Asked = Actor & { organisationId: string; after: string | undefined };

/**
 * Begins an export of everything of an organisation, which is written while it is read. Its own chain first records who
 * asked for it.
 */
export const beginExport = async (
  context: Pick<Context, 'database' | 'keyring' | 'random' | 'transact'>,
  { organisationId, after, ...actor }: Asked,
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
