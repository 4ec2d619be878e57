import { readPages } from '../../platform/database/read-pages.ts';
import { findTokenFault, TOKEN_REMEDY } from './check-anchors.ts';
import { type ChainContext, checkChain, type Found } from './check-chain.ts';
import { readHead } from './read-head.ts';

const ORGANISATION = [{ name: 'organisation_id', type: 'uuid' }] as const;

const REMEDY = 'Restore it from another backup, and compare it with an export of the organisation.';

export const checkOrgChains = async (context: ChainContext, found: Found): Promise<void> => {
  const heads = readPages(context, { table: 'org_chains', key: ORGANISATION, columns: [] });
  for await (const rows of heads) {
    for (const { organisation_id } of rows) await checkOrganisation(context, String(organisation_id), found);
  }
};

const checkOrganisation = async (
  context: ChainContext,
  organisation_id: string,
  found: Found,
): Promise<void> => {
  const owner = { organisation_id };
  const head = await readHead(context, 'org', owner);
  if (!head) return;
  const name = `own chain of the organisation ${organisation_id}`;
  await checkChain(context, { owner, name, entries: 'org_entries', head, remedy: REMEDY }, found);
  await checkTokens(context, organisation_id, found);
};

const checkTokens = async (
  context: ChainContext,
  organisation_id: string,
  { tally, counts }: Found,
): Promise<void> => {
  const pages = readPages(context, {
    table: 'org_anchors',
    key: [
      { name: 'authority', type: 'text' },
      { name: 'sequence', type: 'int' },
    ],
    columns: ['token'],
    where: { organisation_id },
    condition: "status = 'anchored'",
  });
  for await (const rows of pages) {
    for (const { authority, sequence, token } of rows) {
      const entry = await context.database.prisma.orgEntry.findUnique({
        where: { organisation_id_sequence: { organisation_id, sequence: Number(sequence) } },
      });
      // The check of the chain tells a missing entry.
      if (!entry) continue;
      const given = { authority: String(authority), token: token as Buffer | null, hash: entry.hash };
      const fault = await findTokenFault(context, given);
      if (fault === undefined) counts.tokens += 1;
      else {
        tally.wrong(
          `The token of ${given.authority} for the organisation ${organisation_id} fails. ${fault} ${TOKEN_REMEDY}`,
        );
      }
    }
  }
};
