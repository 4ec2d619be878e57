import type { TimestampFailureCode } from './timestamp-verdict.ts';

/** Why a token is refused. It never leaves the package: `verifyTimestamp` makes a verdict of it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: TimestampFailureCode;

  constructor(code: TimestampFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}
