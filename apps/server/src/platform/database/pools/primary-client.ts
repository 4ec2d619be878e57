import type { Socket } from 'node:net';
import pg from 'pg';
import { splitHosts } from '../../../config/split-hosts.ts';
import { primaryOf, type Primary } from './find-primary.ts';

type Callback = Parameters<pg.Client['connect']>[0];

/** The driver's client, which takes several hosts in an address and connects to the one that takes writes. */
export class PrimaryClient extends pg.Client {
  readonly #primary: Primary | undefined;

  constructor(config?: string | pg.ClientConfig) {
    const given = typeof config === 'string' ? { connectionString: config } : config;
    const address = given?.connectionString;
    const [first, ...others] = address === undefined ? [] : splitHosts(address, refuse);
    super({ ...given, ...(first !== undefined && { connectionString: first }) });
    this.#primary = others.length > 0 ? primaryOf(address!) : undefined;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.Client> | void {
    if (!this.#primary) return callback ? super.connect(callback) : super.connect();
    const connecting = this.#connectTo(this.#primary);
    if (!callback) return connecting;
    const tell = callback as (error: Error | null, client?: pg.Client) => void;
    connecting.then((client) => tell(null, client), tell);
  }

  async #connectTo(primary: Primary): Promise<pg.Client> {
    Object.assign(this, await primary.find());
    // The caller listens once it has the connection; an error before that must not end the process.
    this.on('error', () => {});
    this.once('end', () => primary.lose(this));
    try {
      await super.connect();
      await primary.take(this, () => this.leave());
      return this;
    } catch (error) {
      primary.lose(this);
      this.end().catch(() => {});
      throw error;
    }
  }

  /** `end` would say goodbye and wait, so the stream is destroyed. */
  protected leave(): void {
    (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

const refuse = (fault: string): never => {
  throw new Error(`The address of the database ${fault}`);
};
