import type { Caller } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';

/** Offers of the sign-on by a company's identity provider, which stands above the sign-in. */
export type AtProvider = {
  /** Begins a sign-in, and gives the secret of the browser. */
  begin: (given: { address: string; returnPath?: string | undefined }) => Promise<string>;
  /** Begins a step-up, and gives the secret of the browser. */
  beginStepUp: (tx: Tx, given: { caller: Caller; returnPath?: string | undefined }) => Promise<string>;
  /** Finds where the member signs out at their provider, too. */
  findEnd: (caller: Caller) => Promise<string | null>;
  /** The page that goes on with what has begun. */
  beginPage: () => string;
};
