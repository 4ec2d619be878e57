import { findSigningAlgorithm, signBytes } from '../authority/signing-key.ts';
import { readDer } from '../der/read-der.ts';
import { CONTEXT, OCTET_STRING, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeInteger, writeOid, writeSet } from '../der/write-der.ts';
import {
  CONTENT_TYPE,
  DATA,
  MESSAGE_DIGEST,
  SHA_256,
  SIGNED_DATA,
  SIGNING_CERTIFICATE_V2,
} from '../x509/oids.ts';
import { digestBytes } from '../x509/web-crypto.ts';
import type { TestAuthority } from './create-authority.ts';
import { writeAttribute, writeHash, writeSigningCertificate, type PartsChange } from './forge-token.ts';

export type CmsForgery = {
  attributes?: PartsChange;
  isUnordered?: boolean;
  /**
   * 0 version, 1 issuer and serial, 2 hash, 3 signed attributes, 4 signature algorithm, 5 signature, 6 unsigned ones.
   */
  signerInfo?: PartsChange;
  certificates?: PartsChange;
  signers?: PartsChange;
  /** 0 version, 1 hashes, 2 content, 3 certificates, 4 signers. */
  signedData?: PartsChange;
};

/** Independent of the package's writer. The key must go with SHA-256. */
export async function forgeCms(
  content: Uint8Array,
  signer: TestAuthority,
  forgery: CmsForgery = {},
): Promise<Uint8Array> {
  const own = signer.certificates[0]!;
  const attributes = change(forgery.attributes, [
    writeAttribute(CONTENT_TYPE, writeOid(DATA)),
    writeAttribute(MESSAGE_DIGEST, writeDer(OCTET_STRING, await digestBytes('SHA-256', content))),
    writeAttribute(SIGNING_CERTIFICATE_V2, await writeSigningCertificate([own])),
  ]);
  const write = (tag: number) =>
    forgery.isUnordered ? writeDer(tag, ...attributes) : writeSet(attributes, tag);
  const [serial, , issuer] = readDer(own).children[0]!.children.slice(1);
  const signerInfo = change(forgery.signerInfo, [
    writeInteger(1),
    writeDer(SEQUENCE, issuer!.bytes, serial!.bytes),
    writeHash(SHA_256),
    write(CONTEXT[0]),
    findSigningAlgorithm(signer.key).identifier,
    writeDer(OCTET_STRING, await signBytes(signer.key, write(0x31))),
  ]);
  const signedData = change(forgery.signedData, [
    writeInteger(1),
    writeSet([writeHash(SHA_256)]),
    writeDer(SEQUENCE, writeOid(DATA)),
    writeDer(CONTEXT[0], ...change(forgery.certificates, signer.certificates)),
    writeSet(change(forgery.signers, [writeDer(SEQUENCE, ...signerInfo)])),
  ]);
  return writeDer(SEQUENCE, writeOid(SIGNED_DATA), writeDer(CONTEXT[0], writeDer(SEQUENCE, ...signedData)));
}

function change(made: PartsChange | undefined, parts: readonly Uint8Array[]): readonly Uint8Array[] {
  return made?.(parts) ?? parts;
}
