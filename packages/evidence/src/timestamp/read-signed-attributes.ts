import { assertAscending } from './der/assert-ascending.ts';
import { openFields } from './der/open-fields.ts';
import type { DerNode } from './der/der-node.ts';
import { readOid } from './der/read-oid.ts';
import { readOnlyField } from './der/read-only-field.ts';
import { SEQUENCE, SET } from './der/tags.ts';
import { Refusal } from './refusal.ts';

/** What the signer signed: `signedBytes` to the byte, and each attribute's value by its object identifier. */
export type SignedAttributes = {
  readonly signedBytes: Uint8Array;
  readonly values: ReadonlyMap<string, DerNode>;
};

/**
 * Reads signed attributes (RFC 5652, sections 5.3 and 11). Attributes unknown here are signed, hence harmless; each may
 * come once, with one value, as all that timestamps use do.
 *
 * @throws {Refusal} `malformed`
 */
export function readSignedAttributes(node: DerNode): SignedAttributes {
  // DER orders a set under any tag; a verifier that sorts and one that does not would disagree on the signature.
  assertAscending(node.children);

  const values = new Map<string, DerNode>();
  for (const attribute of node.children) {
    const fields = openFields(attribute, SEQUENCE, 'attribute');
    const oid = readOid(fields.takeAny());
    const value = readOnlyField(fields.take(SET), SET, 'attribute');
    fields.end();
    if (values.has(oid)) throw new Refusal('malformed', 'An attribute is signed twice.');
    values.set(oid, value);
  }
  return { signedBytes: tagAsSet(node), values };
}

// RFC 5652, section 5.4: the signature is over the bytes with the tag of a set, where the token has [0].
function tagAsSet({ bytes }: DerNode): Uint8Array {
  const signedBytes = new Uint8Array(bytes);
  signedBytes[0] = SET;
  return signedBytes;
}
