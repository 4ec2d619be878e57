import { openFields } from './der/open-fields.ts';
import { readInteger } from './der/read-integer.ts';
import { BOOLEAN, INTEGER, SEQUENCE } from './der/tags.ts';
import { BASIC_CONSTRAINTS } from './oids.ts';
import type { Certificate } from './read-certificate.ts';
import { readExtensionValue } from './read-extension-value.ts';

/** `maxAuthoritiesBelow`: how many authorities may stand between it and the certificate at the end of the path. */
export type BasicConstraints = { readonly isAuthority: boolean; readonly maxAuthoritiesBelow: number };

/**
 * The basic constraints (RFC 5280, section 4.2.1.9); a certificate without them is no authority's.
 *
 * @throws {Refusal} `malformed`
 */
export function readBasicConstraints(certificate: Certificate): BasicConstraints {
  const value = readExtensionValue(certificate, BASIC_CONSTRAINTS);
  if (!value) return { isAuthority: false, maxAuthoritiesBelow: 0 };

  const fields = openFields(value, SEQUENCE, 'extension');
  const isAuthority = fields.takeOptional(BOOLEAN)?.content[0] === 0xff;
  const pathLength = fields.takeOptional(INTEGER);
  fields.end();
  return { isAuthority, maxAuthoritiesBelow: pathLength ? readInteger(pathLength) : Infinity };
}
