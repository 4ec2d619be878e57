/**
 * The version of the consent texts in the audit chain: a day, and a number within the day. Changed texts need a new
 * version, which a test of the catalogues demands.
 */
export const CONSENT_TEXT_VERSION = '2026-11-26.5';
