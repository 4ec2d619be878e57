import { digestBytes } from './digest-bytes.ts';
import { equalBytes } from './der/equal-bytes.ts';
import { openFields } from './der/open-fields.ts';
import type { DerNode } from './der/der-node.ts';
import { readOnlyField } from './der/read-only-field.ts';
import { CONTEXT, INTEGER, OCTET_STRING, SEQUENCE } from './der/tags.ts';
import { SIGNING_CERTIFICATE, SIGNING_CERTIFICATE_V2 } from './oids.ts';
import type { Certificate } from './read-certificate.ts';
import { readHashAlgorithm, type HashName } from './read-hash-algorithm.ts';
import { Refusal } from './refusal.ts';

type CertificateId = { hash: HashName | 'SHA-1'; digest: Uint8Array; issuerSerial: DerNode | undefined };

/**
 * Refuses a token whose signer did not sign which certificate is its own (RFC 5035, section 3; RFC 5816): otherwise the
 * certificate could be replaced by another one for the same key. One of the two attributes must be there, and of those
 * that are there each must begin with the signer's certificate. Where one lists more, it limits the path to those.
 *
 * The older attribute is bound to SHA-1, which authorities still use (RFC 3161, section 2.4.2): that takes a second
 * preimage to cheat, and to this day SHA-1 gives way to collisions only.
 *
 * @throws {Refusal} `missing_attribute`, `wrong_signing_certificate`, `unsupported_algorithm`, `malformed`
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function checkSigningCertificate(
  attributes: ReadonlyMap<string, DerNode>,
  path: readonly Certificate[],
): Promise<void> {
  const first = attributes.get(SIGNING_CERTIFICATE);
  const second = attributes.get(SIGNING_CERTIFICATE_V2);
  if (!first && !second) {
    throw new Refusal('missing_attribute', 'The signer did not sign which certificate is its own.');
  }
  if (first) await checkList(readList(first, readId), path);
  if (second) await checkList(readList(second, readIdV2), path);
}

async function checkList(ids: readonly CertificateId[], path: readonly Certificate[]): Promise<void> {
  const [signer, ...authorities] = path;
  if (!(await matches(ids[0]!, signer!))) {
    throw new Refusal('wrong_signing_certificate', 'The signer signed that its certificate is another one.');
  }
  if (ids.length === 1) return;

  for (const authority of authorities) {
    const isListed = await Promise.all(ids.map((id) => matches(id, authority)));
    if (!isListed.includes(true)) {
      throw new Refusal('wrong_signing_certificate', 'The signer signed that its authorities are others.');
    }
  }
}

async function matches(id: CertificateId, certificate: Certificate): Promise<boolean> {
  if (!equalBytes(id.digest, await digestBytes(id.hash, certificate.bytes))) return false;
  return !id.issuerSerial || isOf(id.issuerSerial, certificate);
}

// IssuerSerial: the issuer as the only one of its GeneralNames, in the form of a directory name, and the number.
function isOf(issuerSerial: DerNode, { issuer, serial }: Certificate): boolean {
  const fields = openFields(issuerSerial, SEQUENCE, 'signing certificate');
  const generalName = readOnlyField(fields.take(SEQUENCE), SEQUENCE, 'signing certificate');
  const name = readOnlyField(generalName, CONTEXT[4], 'signing certificate');
  const number = fields.take(INTEGER).content;
  fields.end();
  return equalBytes(name.bytes, issuer.bytes) && equalBytes(number, serial);
}

// SigningCertificate and SigningCertificateV2 alike: the list, and policies that nothing here depends on.
function readList(node: DerNode, read: (id: DerNode) => CertificateId): CertificateId[] {
  const fields = openFields(node, SEQUENCE, 'signing certificate');
  const list = fields.take(SEQUENCE);
  fields.takeOptional(SEQUENCE);
  fields.end();
  if (list.children.length === 0)
    throw new Refusal('malformed', 'The signing certificate is not of its form.');
  return list.children.map(read);
}

function readId(node: DerNode): CertificateId {
  const fields = openFields(node, SEQUENCE, 'signing certificate');
  const digest = fields.take(OCTET_STRING).content;
  const issuerSerial = fields.takeOptional(SEQUENCE);
  fields.end();
  return { hash: 'SHA-1', digest, issuerSerial };
}

function readIdV2(node: DerNode): CertificateId {
  const fields = openFields(node, SEQUENCE, 'signing certificate');
  const hashAlgorithm = fields.takeOptional(SEQUENCE);
  const digest = fields.take(OCTET_STRING).content;
  const issuerSerial = fields.takeOptional(SEQUENCE);
  fields.end();
  return { hash: hashAlgorithm ? readHashAlgorithm(hashAlgorithm) : 'SHA-256', digest, issuerSerial };
}
