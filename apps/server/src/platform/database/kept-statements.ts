import type pg from 'pg';

/**
 * Each statement takes some 90 kB of the connection's database process (measured). The one that was sent longest ago
 * makes room: lists of values have a shape for each length, and must neither fill the database's memory nor crowd out
 * what every request sends.
 */
export const MAX_KEPT = 100;

type Statement = pg.QueryConfig & { name: string };
type Send = (statement: Statement) => Promise<unknown>;

type Connection = {
  parsedStatements: Record<string, string>;
  close: (target: { type: 'S'; name: string }) => void;
};

/** Counts plans that did not fit any more. One count for the process, since a table changes for all connections. */
let changes = 0;

export class KeptStatements {
  readonly #client: pg.Client;
  readonly #names = new Set<string>();

  constructor(client: pg.Client) {
    this.#client = client;
  }

  /**
   * A plan no longer fits once a migration has changed its table: the statement was refused before it did anything, and
   * is sent once more without a plan. Within a transaction nothing more can be sent; the transaction begins anew.
   */
  async send(statement: Statement, send: Send): Promise<unknown> {
    const before = changes;
    try {
      return await send(this.#keep(mark(statement)));
    } catch (error) {
      if (!isOutdated(error)) throw error;
      if (changes === before) changes += 1;
      if (this.#client.getTransactionStatus() !== 'I') throw error;
      return send({ ...statement, name: '' });
    }
  }

  #keep(statement: Statement): Statement {
    this.#names.delete(statement.name);
    this.#names.add(statement.name);
    if (this.#names.size > MAX_KEPT) this.#forget([...this.#names][0]!);
    return statement;
  }

  // Forgets in order with the next statements, without a round trip of its own.
  #forget(name: string): void {
    const { connection } = this.#client as unknown as { connection: Connection };
    this.#names.delete(name);
    delete connection.parsedStatements[name];
    connection.close({ type: 'S', name });
  }
}

// After a change each statement is a new one, by its text as well: a pooler knows statements by their texts.
const mark = (statement: Statement): Statement =>
  changes === 0
    ? statement
    : {
        ...statement,
        name: `${statement.name}.${changes}`,
        text: `${statement.text} /* change ${changes} */`,
      };

// Found by the place in PostgreSQL's source, since the words ("cached plan must not change result type") depend on the
// server's language.
const isOutdated = (error: unknown): boolean => {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery');
};
