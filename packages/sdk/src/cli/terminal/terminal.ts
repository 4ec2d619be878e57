import type { ClientOptions, Runtime } from '../../requests/options.ts';

export interface Terminal {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly askSecret: (question: string) => Promise<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly runtime: Runtime;
  /** Options to reach the service; the account is the command's. */
  readonly clientOptions: Pick<ClientOptions, 'fetch'>;
  readonly signal: AbortSignal;
}
