import { PDF } from '@libpdf/core';

import { signTimestamp } from '../authority.ts';
import { concatBytes } from '../bytes.ts';
import { assembleSignature, hashSignature, prepareSignature } from '../seal.ts';
import type { SignatureOrder } from '../seal.ts';
import { buildTimestampRequest } from '../timestamp/build-timestamp-request.ts';
import { readTimestampReply } from '../timestamp/read-timestamp-reply.ts';
import { digestBytes } from '../x509/web-crypto.ts';
import { createAuthority, type KeyKind, type TestAuthority } from './create-authority.ts';
import { GEN_TIME, POLICY } from './forge-token.ts';
import { DEMO_POLICY } from '../x509/oids.ts';
import { writeKeyUsage, writePolicies, type CertificateChange } from './issue-certificate.ts';
import { latin1 } from './write-pdf.ts';

/** Key usage: digital signature and non-repudiation. */
export const SEAL_EXTENSIONS = [writeKeyUsage(0xc0)];

export const DEMO_SEAL_EXTENSIONS = [...SEAL_EXTENSIONS, writePolicies([DEMO_POLICY])];

export function createSigner(
  given: { kind?: KeyKind; signer?: CertificateChange } = {},
): Promise<TestAuthority> {
  const signer = { extensions: SEAL_EXTENSIONS, ...given.signer };
  return createAuthority({ ...given, between: [{}], signer });
}

/** A PDF with a new signature field, whose place for the signature is empty. */
export type PreparedPdf = {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly content: Uint8Array;
};

export async function placeSignature(
  pdf: Uint8Array,
  { certificate, field = 'Seal' }: { certificate: Uint8Array; field?: string },
): Promise<PreparedPdf> {
  const { bytes } = await (
    await PDF.load(pdf)
  ).sign({
    signer: {
      certificate,
      keyType: 'EC',
      signatureAlgorithm: 'ECDSA',
      sign: async () => new Uint8Array(72),
    },
    fieldName: field,
    level: 'B-B',
    estimatedSize: 8192,
    signingTime: GEN_TIME,
  });
  return openPlaceholder(bytes);
}

/** Finds the place that the last byte range leaves out. */
export function openPlaceholder(bytes: Uint8Array): PreparedPdf {
  const match = [...latin1(bytes).matchAll(/\/ByteRange ?\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)/g)].at(-1)!;
  const [, length, restart, restLength] = match.slice(1).map(Number);
  const end = restart! + restLength!;
  const content = concatBytes([bytes.subarray(0, length), bytes.subarray(restart, end)]);
  return { bytes, start: length! + 1, end: restart! - 1, content };
}

/** Writes a CMS or a token into its place, filled up with zeros. */
export function fillPlaceholder({ bytes, start, end }: PreparedPdf, cms: Uint8Array): Uint8Array {
  const filled = new Uint8Array(bytes);
  const hex = Buffer.from(cms)
    .toString('hex')
    .padEnd(end - start, '0');
  filled.set(Buffer.from(hex, 'latin1'), start);
  return filled;
}

export type SignChoice = {
  readonly field?: string;
  readonly tsa?: TestAuthority;
  /** Gives the token for a digest, in place of `tsa`. */
  readonly stamp?: (digest: Uint8Array) => Promise<Uint8Array>;
  readonly genTime?: Date;
  readonly policy?: string;
  readonly isPss?: boolean;
  readonly hash?: SignatureOrder['hash'];
};

export async function signPdf(
  pdf: Uint8Array,
  signer: TestAuthority,
  choice: SignChoice = {},
): Promise<Uint8Array> {
  const place = await placeSignature(pdf, {
    certificate: signer.certificates[0]!,
    field: choice.field ?? 'Seal',
  });
  return fillPlaceholder(place, await signContent(place.content, signer, choice));
}

export async function signContent(
  content: Uint8Array,
  signer: TestAuthority,
  { tsa, stamp, genTime, policy, isPss = false, hash = 'SHA-256' }: SignChoice = {},
): Promise<Uint8Array> {
  const digest = await digestBytes(hash, content);
  const scheme = isPss ? ('RSA-PSS' as const) : undefined;
  const order = { digest, certificates: signer.certificates, hash, ...(scheme && { scheme }) };
  const { bytes } = await prepareSignature(order);
  const signature = await signRaw(bytes, signer, { hash, isPss });
  if (!tsa && !stamp) return assembleSignature({ ...order, signature });
  const imprint = await hashSignature({ ...order, signature });
  const timestamp = await (stamp?.(imprint) ?? stampDigest(imprint, tsa!, { genTime, policy }));
  return assembleSignature({ ...order, signature, timestamp });
}

export async function stampDigest(
  digest: Uint8Array,
  { certificates, key }: TestAuthority,
  { genTime = GEN_TIME, policy = POLICY }: { genTime?: Date | undefined; policy?: string | undefined } = {},
): Promise<Uint8Array> {
  const { der: request } = buildTimestampRequest(digest, { nonce: new Uint8Array(8).fill(7) });
  const reply = await signTimestamp({ request, certificates, key, serial: 7n, genTime, policy });
  return readTimestampReply(reply).token;
}

async function signRaw(
  bytes: Uint8Array,
  { key }: TestAuthority,
  { hash, isPss }: { hash: string; isPss: boolean },
): Promise<Uint8Array> {
  const { name } = key.algorithm;
  if (name === 'ECDSA') {
    return new Uint8Array(await crypto.subtle.sign({ name, hash }, key, new Uint8Array(bytes)));
  }
  const scheme = isPss ? 'RSA-PSS' : name;
  const der = await crypto.subtle.exportKey('pkcs8', key);
  const own = await crypto.subtle.importKey('pkcs8', der, { name: scheme, hash }, false, ['sign']);
  const saltLength = Number(hash.slice(4)) / 8;
  return new Uint8Array(await crypto.subtle.sign({ name: scheme, saltLength }, own, new Uint8Array(bytes)));
}
