import type { ClientOptions, Runtime } from '../../requests/options.ts';

/** Parts of the world that a command uses, beside files. */
export interface Terminal {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Reads a line from the person without showing it. */
  readonly askSecret: (question: string) => Promise<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly runtime: Runtime;
  /** Options to reach the service; the account is the command's. */
  readonly clientOptions: Pick<ClientOptions, 'fetch'>;
  /** Aborted when the person wants the command to end. */
  readonly signal: AbortSignal;
}
