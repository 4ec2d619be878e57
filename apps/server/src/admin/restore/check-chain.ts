import { verifyChain } from '@field-inspection/evidence';
import type { Context } from '../../context.ts';
import { readPages, type Page } from '../../platform/database/read-pages.ts';
import type { Head } from './read-head.ts';
import type { Tally } from './tally.ts';

export type ChainContext = Pick<Context, 'clock' | 'database' | 'timestampAuthorities'>;

export type Counts = { chains: number; entries: number; tokens: number };

export type Found = { tally: Tally; counts: Counts };

type Chain = {
  owner: Record<string, string>;
  name: string;
  entries: string;
  head: Head;
  genesis?: string;
  remedy: string;
};

export const checkChain = async (
  context: Pick<Context, 'database'>,
  { owner, name, entries, head, genesis, remedy }: Chain,
  { tally, counts }: Found,
): Promise<void> => {
  const verdict = await verifyChain(readEntries(context, entries, { owner, head }), {
    expectedHead: { sequence: head.head_sequence, hash: head.head_hash },
    ...(genesis === undefined ? {} : { genesis }),
  });
  counts.chains += 1;
  const fault = verdict.valid ? describeBeyond(head) : verdict.message;
  if (fault) tally.wrong(`The ${name} fails. ${fault} ${remedy}`);
  else counts.entries += head.head_sequence;
};

const describeBeyond = ({ beyond }: Head): string | undefined =>
  beyond === null ? undefined : `Entry ${beyond} comes after the expected head.`;

// Reads up to the head: entries that are appended meanwhile belong to a later head.
async function* readEntries(
  context: Pick<Context, 'database'>,
  table: string,
  { owner, head }: Pick<Chain, 'owner' | 'head'>,
): AsyncGenerator<Record<string, unknown>> {
  const page: Page = {
    table,
    key: [{ name: 'sequence', type: 'int' }],
    columns: ['kind', 'occurred_at', 'payload', 'prev_hash', 'hash'],
    where: owner,
    upTo: head.head_sequence,
  };
  for await (const rows of readPages(context, page)) yield* rows;
}
