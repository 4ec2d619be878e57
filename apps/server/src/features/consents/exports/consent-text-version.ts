/**
 * The version of the texts that the service's own page asks for consent with, as the audit chain names it: a day, and
 * which of that day it is. Texts that change need a new one, which a test of the catalogues asks for.
 */
export const CONSENT_TEXT_VERSION = '2026-11-26.5';
