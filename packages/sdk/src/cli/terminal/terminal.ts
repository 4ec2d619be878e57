import type { ClientOptions, Runtime } from '../../requests/options.ts';

/** What a command uses of the world, beside files. */
export interface Terminal {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Does not show what the person types. */
  readonly askSecret: (question: string) => Promise<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly runtime: Runtime;
  /** Options to reach the service; the account is the command's. */
  readonly clientOptions: Pick<ClientOptions, 'fetch'>;
  /** Aborted when the person ends the command. */
  readonly signal: AbortSignal;
}
