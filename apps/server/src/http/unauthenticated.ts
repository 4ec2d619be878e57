import { ApiError } from '../api-error.ts';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

/** One body for a missing, malformed, unknown, revoked or expired key: it must not tell which. */
export const unauthenticated = () =>
  new ApiError('unauthenticated', 'Send a valid API key in the header Authorization: Bearer <API_KEY>.', {
    headers: CHALLENGE,
  });

/** The same for whatever is wrong with a device's token. */
export const fieldUnauthenticated = () =>
  new ApiError(
    'unauthenticated',
    'Send the field_session_token of a live session in the header Authorization: Bearer.',
    { headers: CHALLENGE },
  );
