import { equalBytes } from './der/equal-bytes.ts';
import type { DerNode } from './der/der-node.ts';
import { readOnlyField } from './der/read-only-field.ts';
import { CONTEXT } from './der/tags.ts';
import { SUBJECT_ALTERNATIVE_NAME } from './oids.ts';
import type { Certificate } from './read-certificate.ts';
import { readExtensionValue } from './read-extension-value.ts';
import { Refusal } from './refusal.ts';

/**
 * Refuses a token that gives its authority a name which its signer's certificate does not have, as its subject or among
 * its alternative names (RFC 3161, section 2.4.2). Names are compared as bytes.
 *
 * @throws {Refusal} `wrong_authority_name`, `malformed`
 */
export function checkAuthorityName(name: DerNode | undefined, signer: Certificate): void {
  if (!name || isSubject(name, signer)) return;

  const alternatives = readExtensionValue(signer, SUBJECT_ALTERNATIVE_NAME)?.children ?? [];
  if (alternatives.some(({ bytes }) => equalBytes(bytes, name.bytes))) return;
  throw new Refusal('wrong_authority_name', 'The token names another authority than its signer.');
}

function isSubject(name: DerNode, { subject }: Certificate): boolean {
  if (name.tag !== CONTEXT[4]) return false;
  return equalBytes(readOnlyField(name, CONTEXT[4], 'name of the authority').bytes, subject.bytes);
}
