import type { DerNode } from './der/der-node.ts';
import { readDer } from './der/read-der.ts';
import type { Certificate } from './read-certificate.ts';

/**
 * What is inside an extension, or undefined when the certificate does not have it.
 *
 * @throws {Refusal} `malformed`
 */
export function readExtensionValue(certificate: Certificate, oid: string): DerNode | undefined {
  const extension = certificate.extensions.get(oid);
  return extension && readDer(extension.value);
}
