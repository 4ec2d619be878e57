import { readPages, type Page } from '../../platform/database/read-pages.ts';
import { checkAnchors } from './check-anchors.ts';
import { checkChain, type ChainContext, type Counts, type Found } from './check-chain.ts';
import { checkOrgChains } from './check-org-chains.ts';
import { readHead, type Head } from './read-head.ts';
import type { Tally } from './tally.ts';

const AT_ONCE = 4;

const SESSION = [
  { name: 'organisation_id', type: 'uuid' },
  { name: 'session_id', type: 'uuid' },
] as const;

type Session = { organisation_id: string; session_id: string };

const REMEDY =
  'Restore it from another backup, and compare it with a bundle of the session that somebody downloaded.';

export const checkChains = async (context: ChainContext, tally: Tally): Promise<string> => {
  const counts: Counts = { chains: 0, entries: 0, tokens: 0 };
  const heads: Page = { table: 'audit_chains', key: SESSION, columns: [] };
  for await (const rows of readPages(context, heads)) {
    for (let start = 0; start < rows.length; start += AT_ONCE) {
      const some = rows.slice(start, start + AT_ONCE) as Session[];
      await Promise.all(some.map((session) => checkSession(context, session, { tally, counts })));
    }
  }
  await checkOrgChains(context, { tally, counts });
  const { chains, entries, tokens } = counts;
  return `${chains} chains with ${entries} entries verify, and ${tokens} tokens of authorities are theirs.`;
};

// The addenda first: where there are any, the chain that they go on from is frozen, and its head read later is theirs.
const checkSession = async (context: ChainContext, session: Session, found: Found): Promise<void> => {
  const addenda = await readHead(context, 'addenda', session);
  const audit = await readHead(context, 'audit', session);
  if (!audit) return;
  const of = { owner: session, remedy: REMEDY };
  const ofSession = `of the session ${session.session_id}`;
  const chain = { ...of, name: `audit chain ${ofSession}`, entries: 'audit_entries', head: audit };
  await checkChain(context, chain, found);
  await checkFrozenHead(context, { ...session, ...audit }, found);
  if (addenda) {
    const name = `chain of addenda ${ofSession}`;
    const genesis = audit.head_hash;
    await checkChain(context, { ...of, name, entries: 'addenda_entries', head: addenda, genesis }, found);
  }
  await checkAnchors(context, session, found);
};

// Whoever verifies finds the session by its frozen head; a head that leads elsewhere would vouch for another session.
const checkFrozenHead = async (
  { database }: ChainContext,
  { session_id, head_hash, frozen_at }: Session & Head,
  { tally }: { tally: Tally },
): Promise<void> => {
  if (!frozen_at) return;
  const head = await database.prisma.frozenHead.findUnique({ where: { head_hash } });
  if (head?.session_id === session_id) return;
  tally.wrong(
    `The session ${session_id} is frozen, but its head is not among those that can be verified. ${REMEDY}`,
  );
};
