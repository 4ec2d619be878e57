import { verifyChain } from '@field-inspection/evidence';
import type { Context } from '../../context.ts';
import type { Finding } from '../../doctor/probes/finding.ts';
import { readPages, type Page } from '../../platform/database/read-pages.ts';
import { checkAnchors } from './check-anchors.ts';
import { createTally, type Tally } from './tally.ts';

type ChainContext = Pick<Context, 'clock' | 'database' | 'timestampAuthorities'>;

/** Chains that are read at a time. */
const AT_ONCE = 4;

const SESSION = [
  { name: 'organisation_id', type: 'uuid' },
  { name: 'session_id', type: 'uuid' },
] as const;

/** A row of `audit_chains` or `addenda_chains`. */
type HeadRow = {
  organisation_id: string;
  session_id: string;
  head_sequence: number;
  head_hash: string;
  frozen_at?: Date | null;
};

type Chain = { name: string; entries: string; row: HeadRow; genesis?: string };

export type Counts = { chains: number; entries: number; tokens: number };

const REMEDY =
  'Restore it from another backup, and compare it with a bundle of the session that somebody downloaded.';

/** Whether every chain leads to its head, and every token of an authority is of what it says. */
export const checkChains = async (context: ChainContext): Promise<Finding[]> => {
  const tally = createTally('chains');
  const counts: Counts = { chains: 0, entries: 0, tokens: 0 };
  const heads: Page = {
    table: 'audit_chains',
    key: SESSION,
    columns: ['head_sequence', 'head_hash', 'frozen_at'],
  };
  for await (const rows of readPages(context, heads)) {
    for (let start = 0; start < rows.length; start += AT_ONCE) {
      const some = rows.slice(start, start + AT_ONCE) as HeadRow[];
      await Promise.all(some.map((row) => checkSession(context, row, { tally, counts })));
    }
  }
  const { chains, entries, tokens } = counts;
  return tally.findings(
    `${chains} chains with ${entries} entries verify, and ${tokens} tokens of authorities are theirs.`,
  );
};

const checkSession = async (
  context: ChainContext,
  row: HeadRow,
  found: { tally: Tally; counts: Counts },
): Promise<void> => {
  await checkChain(context, { name: 'audit chain', entries: 'audit_entries', row }, found);
  await checkFrozenHead(context, row, found);
  const addenda = await findAddenda(context, row);
  if (addenda) {
    const chain = { name: 'chain of addenda', entries: 'addenda_entries', row: addenda };
    await checkChain(context, { ...chain, genesis: row.head_hash }, found);
  }
  await checkAnchors(context, row, found);
};

const checkChain = async (
  context: ChainContext,
  { name, entries, row, genesis }: Chain,
  { tally, counts }: { tally: Tally; counts: Counts },
): Promise<void> => {
  const verdict = await verifyChain(readEntries(context, entries, row), {
    expectedHead: { sequence: row.head_sequence, hash: row.head_hash },
    ...(genesis === undefined ? {} : { genesis }),
  });
  counts.chains += 1;
  if (verdict.valid) counts.entries += verdict.length;
  else tally.wrong(`The ${name} of the session ${row.session_id} fails. ${verdict.message} ${REMEDY}`);
};

async function* readEntries(
  context: ChainContext,
  table: string,
  { organisation_id, session_id }: HeadRow,
): AsyncGenerator<Record<string, unknown>> {
  const page: Page = {
    table,
    key: [{ name: 'sequence', type: 'int' }],
    columns: ['kind', 'occurred_at', 'payload', 'prev_hash', 'hash'],
    where: { organisation_id, session_id },
  };
  for await (const rows of readPages(context, page)) yield* rows;
}

// By it whoever verifies finds the session; a head that leads elsewhere would vouch for another.
const checkFrozenHead = async (
  { database }: ChainContext,
  { session_id, head_hash, frozen_at }: HeadRow,
  { tally }: { tally: Tally },
): Promise<void> => {
  if (!frozen_at) return;
  const head = await database.prisma.frozenHead.findUnique({ where: { head_hash } });
  if (head?.session_id === session_id) return;
  tally.wrong(
    `The session ${session_id} is frozen, but its head is not among those that can be verified. ${REMEDY}`,
  );
};

const findAddenda = async (
  { database }: ChainContext,
  { organisation_id, session_id }: HeadRow,
): Promise<HeadRow | null> =>
  database.prisma.addendaChain.findUnique({
    where: { organisation_id_session_id: { organisation_id, session_id } },
    select: { organisation_id: true, session_id: true, head_sequence: true, head_hash: true },
  });
