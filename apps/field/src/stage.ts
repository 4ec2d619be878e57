import type { FieldSessionState, Inspection } from './inspection.ts';
import type { KeptEnd, ShutOut } from './service/kept-session.ts';

export type Hints = { email: string | null; phone: string | null };

export type Obstacle =
  ShutOut | 'rate_limited' | 'network' | 'unexpected' | 'unsupported_browser' | 'replaced';

export type CodeStage = {
  name: 'code';
  /** `unsent`: no message has carried one; whoever has the link asks for it, or was told one. */
  code: 'sent' | 'unsent' | 'expired';
  hints: Hints;
  problem: string;
  isWrong: boolean;
  attempts: number | undefined;
  /** Codes that the person has asked for here; only the last one works. */
  sendings: number;
  /** A code from before has become useless. */
  isRenewed: boolean;
  again: Again;
};

/** Repeats what the person asked for where there was no network, once there is one. */
export type Again = (() => void) | undefined;

export type Stage =
  | { name: 'welcome' }
  | { name: 'entering' }
  | CodeStage
  | {
      name: 'refused';
      obstacle: Obstacle;
      end?: KeptEnd;
      state?: FieldSessionState | undefined;
      again?: Again;
    }
  | { name: 'inspection'; inspection: Inspection }
  /** The person has left by their own will. `isTold` is undefined while the service is being told. */
  | { name: 'left'; isTold: boolean | undefined }
  | { name: 'ended'; end: KeptEnd; state?: FieldSessionState | undefined };
