import { OCTET_STRING, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeOid, writeSet } from '../der/write-der.ts';
import { CONTENT_TYPE, DATA, MESSAGE_DIGEST, SIGNING_CERTIFICATE_V2 } from '../x509/oids.ts';
import { digestBytes } from '../x509/web-crypto.ts';
import type { ReadOrder } from './signature-order.ts';

export async function writeAttributes({ digest, signer }: ReadOrder): Promise<Uint8Array[]> {
  return [
    writeAttribute(CONTENT_TYPE, writeOid(DATA)),
    writeAttribute(MESSAGE_DIGEST, writeDer(OCTET_STRING, digest)),
    writeAttribute(SIGNING_CERTIFICATE_V2, await writeSigningCertificate(signer.bytes)),
  ];
}

export function writeAttribute(oid: string, value: Uint8Array): Uint8Array {
  return writeDer(SEQUENCE, writeOid(oid), writeSet([value]));
}

// SigningCertificateV2 with one ESSCertIDv2, whose hash, SHA-256, is the default and so left out (RFC 5035, section 3).
async function writeSigningCertificate(certificate: Uint8Array): Promise<Uint8Array> {
  const id = writeDer(SEQUENCE, writeDer(OCTET_STRING, await digestBytes('SHA-256', certificate)));
  return writeDer(SEQUENCE, writeDer(SEQUENCE, id));
}
