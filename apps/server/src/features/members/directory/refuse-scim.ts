import { Refusal } from '../../../refusals.ts';

/** The kinds of RFC 7644, section 3.12, that a request that is not valid gets. */
type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'noTarget';

/** Refuses a request of a directory, with the kind of fault that RFC 7644 names. */
export const refuseScim = (scimType: ScimType, message: string, cause?: unknown) =>
  new Refusal('validation_error', message, { cause, members: { scimType } });

/** Refuses what would be the second of its name. */
export const takenScim = (message: string) => new Refusal('member.exists', message);

/** Refuses a request of more parts than are looked at. */
export const tooManyParts = (message: string) => new Refusal('payload_too_large', message);
