import { verifyChain } from '@field-inspection/evidence';
import type { Context } from '../../context.ts';
import { readPages, type Page } from '../../platform/database/read-pages.ts';
import { checkAnchors } from './check-anchors.ts';
import { readHead, type Head } from './read-head.ts';
import type { Tally } from './tally.ts';

type ChainContext = Pick<Context, 'clock' | 'database' | 'timestampAuthorities'>;

/** Chains that are read at a time. */
const AT_ONCE = 4;

const SESSION = [
  { name: 'organisation_id', type: 'uuid' },
  { name: 'session_id', type: 'uuid' },
] as const;

type Session = { organisation_id: string; session_id: string };

export type Counts = { chains: number; entries: number; tokens: number };

const REMEDY =
  'Restore it from another backup, and compare it with a bundle of the session that somebody downloaded.';

/** Whether every chain leads to its head, and every token of an authority is of what it says. */
export const checkChains = async (context: ChainContext, tally: Tally): Promise<string> => {
  const counts: Counts = { chains: 0, entries: 0, tokens: 0 };
  const heads: Page = { table: 'audit_chains', key: SESSION, columns: [] };
  for await (const rows of readPages(context, heads)) {
    for (let start = 0; start < rows.length; start += AT_ONCE) {
      const some = rows.slice(start, start + AT_ONCE) as Session[];
      await Promise.all(some.map((session) => checkSession(context, session, { tally, counts })));
    }
  }
  const { chains, entries, tokens } = counts;
  return `${chains} chains with ${entries} entries verify, and ${tokens} tokens of authorities are theirs.`;
};

// The addenda first: where there are any, the chain that they go on from is frozen, and its head read later is theirs.
const checkSession = async (
  context: ChainContext,
  session: Session,
  found: { tally: Tally; counts: Counts },
): Promise<void> => {
  const addenda = await readHead(context, 'addenda', session);
  const audit = await readHead(context, 'audit', session);
  // It was deleted meanwhile.
  if (!audit) return;
  await checkChain(context, { session, name: 'audit chain', entries: 'audit_entries', head: audit }, found);
  await checkFrozenHead(context, { ...session, ...audit }, found);
  if (addenda) {
    const chain = { name: 'chain of addenda', entries: 'addenda_entries', head: addenda };
    await checkChain(context, { session, ...chain, genesis: audit.head_hash }, found);
  }
  await checkAnchors(context, session, found);
};

type Chain = { session: Session; name: string; entries: string; head: Head; genesis?: string };

const checkChain = async (
  context: ChainContext,
  { session, name, entries, head, genesis }: Chain,
  { tally, counts }: { tally: Tally; counts: Counts },
): Promise<void> => {
  const verdict = await verifyChain(readEntries(context, entries, { session, head }), {
    expectedHead: { sequence: head.head_sequence, hash: head.head_hash },
    ...(genesis === undefined ? {} : { genesis }),
  });
  counts.chains += 1;
  const fault = verdict.valid ? describeBeyond(head) : verdict.message;
  if (fault) tally.wrong(`The ${name} of the session ${session.session_id} fails. ${fault} ${REMEDY}`);
  else counts.entries += head.head_sequence;
};

const describeBeyond = ({ beyond }: Head): string | undefined =>
  beyond === null ? undefined : `Entry ${beyond} comes after the expected head.`;

// What is appended while this reads is of a later head.
async function* readEntries(
  context: ChainContext,
  table: string,
  { session: { organisation_id, session_id }, head }: { session: Session; head: Head },
): AsyncGenerator<Record<string, unknown>> {
  const page: Page = {
    table,
    key: [{ name: 'sequence', type: 'int' }],
    columns: ['kind', 'occurred_at', 'payload', 'prev_hash', 'hash'],
    where: { organisation_id, session_id },
    upTo: head.head_sequence,
  };
  for await (const rows of readPages(context, page)) yield* rows;
}

// By it whoever verifies finds the session; a head that leads elsewhere would vouch for another.
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
