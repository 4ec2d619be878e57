import type pg from 'pg';

/**
 * Statements that a connection keeps parsed, each some 90 kB of its process of the database (measured with those that
 * create, mint and end). The statement that was sent longest ago makes room: lists of values and of rows have a shape
 * for each length, and neither fill the database's memory nor crowd out what every request sends.
 */
export const MAX_KEPT = 100;

type Statement = pg.QueryConfig & { name: string };
type Send = (statement: Statement) => Promise<unknown>;

/** The parts of node-postgres's connection that make the database forget a statement. */
type Connection = {
  parsedStatements: Record<string, string>;
  close: (target: { type: 'S'; name: string }) => void;
};

/**
 * Times that a plan did not fit any more. The process has a single count, since a table changes for all connections.
 */
let changes = 0;

/** The statements that one connection keeps under their names, parsed and planned. */
export class KeptStatements {
  readonly #client: pg.Client;
  readonly #names = new Set<string>();

  constructor(client: pg.Client) {
    this.#client = client;
  }

  /**
   * Sends a statement under its name. Where its plan no longer fits, since a migration changed its table, it is sent
   * once more without one: it was refused before it did anything. Within a transaction nothing more can be sent; who
   * began it begins anew.
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

  // Forgets a statement in order with what is sent next, and without a round trip of its own.
  #forget(name: string): void {
    const { connection } = this.#client as unknown as { connection: Connection };
    this.#names.delete(name);
    delete connection.parsedStatements[name];
    connection.close({ type: 'S', name });
  }
}

// A change makes each statement a new one, by its text as well: a pooler knows statements by their texts.
const mark = (statement: Statement): Statement =>
  changes === 0
    ? statement
    : {
        ...statement,
        name: `${statement.name}.${changes}`,
        text: `${statement.text} /* change ${changes} */`,
      };

// "cached plan must not change result type", told by where it is said since its words depend on the server's language;
// and a name that the connection does not know.
const isOutdated = (error: unknown): boolean => {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery');
};
