import type { Deprecation } from '@field-inspection/contract';
import type { Response } from 'express';

/**
 * Tells on a reply that its route will go: `Deprecation` and the link that explains it (RFC 9745), and
 * `Sunset` (RFC 8594).
 */
export const setDeprecationHeaders = (response: Response, { since, sunset, link }: Deprecation): void => {
  response.set({
    // RFC 9745, section 2.1: a date of RFC 9651, which is Unix seconds; Sunset is older and an HTTP date.
    Deprecation: `@${Date.parse(since) / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${link}>; rel="deprecation"`,
  });
};
