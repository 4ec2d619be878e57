/** A day, and a number within the day. Changed texts need a new version: a test of the catalogues demands it. */
export const CONSENT_TEXT_VERSION = '2026-11-30.3';
