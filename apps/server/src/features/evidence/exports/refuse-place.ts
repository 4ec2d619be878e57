import { ApiError } from '../../../api-error.ts';
import { PlaceStaysError } from '../place/place-stays-error.ts';

export { PlaceStaysError } from '../place/place-stays-error.ts';

/** Gives the refusal of a file whose place can't be taken out; every other error is given back as it is. */
export const refusePlace = (error: unknown): unknown =>
  error instanceof PlaceStaysError
    ? new ApiError(
        'evidence_invalid',
        `The place was not granted, and it can't be taken out of the file: ${error.message}. Grant gps, or send it without metadata.`,
        { cause: error },
      )
    : error;
