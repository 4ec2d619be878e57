import { Refusal } from '../../../refusals.ts';
import { LocationStaysError } from '../location/location-stays-error.ts';

export { LocationStaysError } from '../location/location-stays-error.ts';

/** Gives the refusal of a file whose location can't be taken out; every other error is given back as it is. */
export const refuseLocation = (error: unknown): unknown =>
  error instanceof LocationStaysError
    ? new Refusal(
        'evidence_invalid',
        `The place was not granted, and it can't be taken out of the file: ${error.message}. Grant gps, or send it without metadata.`,
        { cause: error },
      )
    : error;
