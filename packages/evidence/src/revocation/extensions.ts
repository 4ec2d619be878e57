import type { DerNode } from '../der/read-der.ts';
import { openFields } from '../der/read-fields.ts';
import { readBoolean, readOid } from '../der/read-values.ts';
import { BOOLEAN, OBJECT_IDENTIFIER, OCTET_STRING, SEQUENCE } from '../der/tags.ts';
import { Refusal } from '../timestamp-refusal.ts';

/** `value` is the DER inside the extension. */
export type AnswerExtension = {
  readonly oid: string;
  readonly critical: boolean;
  readonly value: Uint8Array;
};

/**
 * RFC 5280, section 4.1; with or without a context tag.
 *
 * @throws {Refusal} `malformed`
 */
export function readAnswerExtensions(node: DerNode | undefined): AnswerExtension[] {
  if (!node) return [];
  const list = node.tag === SEQUENCE ? node : node.children[0];
  if (!list || (list !== node && node.children.length > 1)) throw malformed();
  return list.children.map((item) => {
    const fields = openFields(item, SEQUENCE, 'extension');
    const oid = readOid(fields.take(OBJECT_IDENTIFIER));
    const critical = readBoolean(fields.takeOptional(BOOLEAN));
    const value = fields.take(OCTET_STRING).content;
    fields.end();
    return { oid, critical, value };
  });
}

/**
 * An unknown critical extension may reverse the meaning of an answer.
 *
 * @throws {Refusal} `malformed`
 */
export function assertNoCriticalExtensions(node: DerNode | undefined): void {
  if (readAnswerExtensions(node).some(({ critical }) => critical)) throw malformed();
}

function malformed(): Refusal {
  return new Refusal('malformed', 'An answer on revocation has an extension that is not understood here.');
}
