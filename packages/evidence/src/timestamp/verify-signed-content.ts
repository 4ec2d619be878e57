import { equalBytes } from './der/equal-bytes.ts';
import type { DerNode } from './der/der-node.ts';
import { readOid } from './der/read-oid.ts';
import { OBJECT_IDENTIFIER, OCTET_STRING } from './der/tags.ts';
import { digestBytes } from './digest-bytes.ts';
import { CONTENT_TYPE, MESSAGE_DIGEST, TST_INFO } from './oids.ts';
import type { Certificate } from './read-certificate.ts';
import { readHashAlgorithm } from './read-hash-algorithm.ts';
import { readSignatureAlgorithm } from './read-signature-algorithm.ts';
import { readSignedAttributes } from './read-signed-attributes.ts';
import type { SignedData } from './read-signed-data.ts';
import { Refusal } from './refusal.ts';
import { verifySignature } from './verify-signature.ts';

/**
 * Verifies the signature and that it is over the content, and returns the values of the signed attributes
 * (RFC 5652, sections 5.4, 5.6, 11.1 and 11.2).
 *
 * @throws {Refusal} `missing_attribute`, `wrong_content_type`, `wrong_message_digest`, `wrong_signature`,
 *   `unsupported_algorithm`, `malformed`
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function verifySignedContent(
  signedData: SignedData,
  signer: Certificate,
): Promise<ReadonlyMap<string, DerNode>> {
  const hash = readHashAlgorithm(signedData.hashAlgorithm);
  const { values, signedBytes } = readSignedAttributes(signedData.signedAttributes);

  if (readOid(take(values, CONTENT_TYPE, OBJECT_IDENTIFIER)) !== TST_INFO) {
    throw new Refusal('wrong_content_type', 'The signer signed something else than a timestamp.');
  }
  const digest = take(values, MESSAGE_DIGEST, OCTET_STRING).content;
  if (!equalBytes(digest, await digestBytes(hash, signedData.content))) {
    throw new Refusal('wrong_message_digest', 'The timestamp was changed after it was signed.');
  }

  const { name, hash: signatureHash = hash } = readSignatureAlgorithm(signedData.signatureAlgorithm);
  if (signatureHash !== hash) throw new Refusal('malformed', 'The signer used two hashes.');
  const { publicKey } = signer;
  const { signature } = signedData;
  if (await verifySignature({ publicKey, algorithm: { name, hash }, signature, signedBytes })) return values;
  throw new Refusal('wrong_signature', "The signer's key did not sign this.");
}

function take(values: ReadonlyMap<string, DerNode>, oid: string, tag: number): DerNode {
  const value = values.get(oid);
  if (!value) throw new Refusal('missing_attribute', 'The signer did not sign the content and its type.');
  if (value.tag !== tag) throw new Refusal('malformed', 'A signed attribute is not of its form.');
  return value;
}
