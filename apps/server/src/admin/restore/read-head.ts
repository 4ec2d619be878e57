import type { Context } from '../../context.ts';

/** The first entry after the chain's head is read along: there should be none. */
export type Head = {
  head_sequence: number;
  head_hash: string;
  frozen_at: Date | null;
  beyond: number | null;
};

const READ = {
  audit: { chains: 'audit_chains', entries: 'audit_entries', frozenAt: 'c.frozen_at' },
  addenda: { chains: 'addenda_chains', entries: 'addenda_entries', frozenAt: 'null' },
  org: { chains: 'org_chains', entries: 'org_entries', frozenAt: 'null' },
};

/** A single statement: an entry and the head that leads to it are appended together, so that both or none is seen. */
export const readHead = async (
  { database }: Pick<Context, 'database'>,
  kind: keyof typeof READ,
  owner: { organisation_id: string; session_id?: string },
): Promise<Head | undefined> => {
  const { chains, entries, frozenAt } = READ[kind];
  const columns = Object.keys(owner);
  const { rows } = await database.pool.query<Head>(
    `select c.head_sequence, c.head_hash, ${frozenAt} as frozen_at, (
       select e.sequence from ${entries} e
       where ${columns.map((column) => `e.${column} = c.${column}`).join(' and ')}
         and e.sequence > c.head_sequence
       order by e.sequence limit 1
     ) as beyond
     from ${chains} c where ${columns.map((column, index) => `c.${column} = $${index + 1}`).join(' and ')}`,
    Object.values(owner),
  );
  return rows[0];
};
