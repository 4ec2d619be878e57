/** The public API's root, below the origin. */
export const PUBLIC_ROOT = '/api/v1/public';

/** The versioned root, below the origin: the API of simpler words, and what stands across sessions. */
export const VERSIONED_ROOT = '/v1';

/** The field person's API, below the origin. */
export const FIELD_ROOT = `${VERSIONED_ROOT}/field`;
