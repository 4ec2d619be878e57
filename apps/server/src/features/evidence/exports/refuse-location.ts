import { Refusal } from '../../../refusals.ts';
import { LocationStaysError } from '../location/location-stays-error.ts';

export { LocationStaysError } from '../location/location-stays-error.ts';

export const refuseLocation = (error: unknown): unknown =>
  error instanceof LocationStaysError
    ? new Refusal(
        'evidence_invalid',
        `The place was not granted, and it can't be taken out of the file: ${error.message}. Grant gps, or send it without metadata.`,
        { cause: error },
      )
    : error;
