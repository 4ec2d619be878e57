import { createHash, verify, type KeyObject } from 'node:crypto';
import { refuse } from '../refusal/refuse-answer.ts';
import { canonicalize } from '../xml/canonicalize.ts';
import { attributeOf, type XmlElement } from '../xml/xml-tree.ts';
import { readSignature, type SignatureParts } from './read-signature.ts';

export type Signed = {
  /** From the root of the document down to the element that is signed. */
  path: readonly XmlElement[];
  /** A child of that element. */
  signature: XmlElement;
  keys: readonly KeyObject[];
};

/**
 * Returns the bytes that were signed: what is read afterwards is read of them alone. The cheap part comes first, so
 * that who has no key of the provider makes nobody write the form of a long answer.
 *
 * @throws {ProviderRefusal} unexpected_shape, refused_algorithm, foreign_signature or altered
 */
export const verifySignature = ({ path, signature, keys }: Signed): Uint8Array<ArrayBuffer> => {
  const parts = readSignature(signature);
  if (parts.id !== attributeOf(path.at(-1)!, 'ID'))
    refuse('unexpected_shape', 'The provider signed another element than the one that holds the signature.');
  const { signedInfo, infoPrefixes } = parts;
  const info = canonicalize({ path: [...path, signature, signedInfo], prefixes: infoPrefixes });
  if (!keys.some((key) => isSignedBy(key, info, parts)))
    refuse('foreign_signature', 'The answer is signed by none of the certificates of this connection.');
  const bytes = canonicalize({ path, prefixes: parts.prefixes, without: signature });
  if (!createHash(parts.digestMethod).update(bytes).digest().equals(parts.digest))
    refuse('altered', 'The answer was changed after the provider signed it.');
  return bytes;
};

// XML signatures by ECDSA are two numbers side by side, not DER (RFC 6931, section 2.3.6).
const isSignedBy = (key: KeyObject, info: Uint8Array, { method, value }: SignatureParts): boolean =>
  key.asymmetricKeyType === method.key &&
  verify(method.hash, info, { key, dsaEncoding: 'ieee-p1363' }, value);
