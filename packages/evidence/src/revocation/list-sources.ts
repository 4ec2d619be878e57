import { openFields } from '../der/read-fields.ts';
import type { DerNode } from '../der/read-der.ts';
import { readOid } from '../der/read-values.ts';
import { CONTEXT, OBJECT_IDENTIFIER, SEQUENCE } from '../der/tags.ts';
import { readExtensionValue, type Certificate } from '../x509/certificate.ts';
import { AUTHORITY_INFORMATION_ACCESS, CRL_DISTRIBUTION_POINTS, OCSP } from '../x509/oids.ts';

// GeneralName, [6]: a URI (RFC 5280, section 4.2.1.6).
const URI = 0x86;

export function listResponders(certificate: Certificate): string[] {
  const descriptions = readExtensionValue(certificate, AUTHORITY_INFORMATION_ACCESS)?.children ?? [];
  return descriptions.flatMap((description) => {
    const fields = openFields(description, SEQUENCE, 'authority information access');
    const method = readOid(fields.take(OBJECT_IDENTIFIER));
    const place = fields.takeAny();
    fields.end();
    return method === OCSP ? readUri(place) : [];
  });
}

/**
 * Names of the distribution points (RFC 5280, section 4.2.1.13), without another issuer's, or those for some reasons of
 * revocation only.
 *
 * @throws {Refusal} `malformed`
 */
export function listDistributionPoints(certificate: Certificate): DerNode[] {
  const points = readExtensionValue(certificate, CRL_DISTRIBUTION_POINTS)?.children ?? [];
  return points.flatMap((point) => {
    const [name, ...others] = openPoint(point);
    return name && name.tag === CONTEXT[0] && others.length === 0 ? listFullNames(name) : [];
  });
}

export function listCrlAddresses(certificate: Certificate): string[] {
  return listDistributionPoints(certificate).flatMap(readUri);
}

export function listFullNames({ children: [name] }: DerNode): readonly DerNode[] {
  return name?.tag === CONTEXT[0] ? name.children : [];
}

function openPoint(point: DerNode): readonly DerNode[] {
  openFields(point, SEQUENCE, 'distribution point');
  return point.children;
}

function readUri({ tag, content }: DerNode): string[] {
  return tag === URI ? [String.fromCharCode(...content.subarray(0, 2048))] : [];
}
