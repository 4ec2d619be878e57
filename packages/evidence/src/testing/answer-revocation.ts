import { findSigningAlgorithm, signBytes } from '../authority/signing-key.ts';
import { concatBytes } from '../bytes.ts';
import { readDer } from '../der/read-der.ts';
import {
  BIT_STRING,
  CONTEXT,
  ENUMERATED,
  INTEGER,
  NULL,
  OCTET_STRING,
  PRIMITIVE_CONTEXT,
  SEQUENCE,
} from '../der/tags.ts';
import { writeDer, writeInteger, writeOid, writeTime } from '../der/write-der.ts';
import { readCertificate } from '../x509/certificate.ts';
import { OCSP_BASIC, SHA_1 } from '../x509/oids.ts';
import { digestBytes } from '../x509/web-crypto.ts';
import type { TestIssuer } from './create-authority.ts';

export type AnswerChange = {
  status?: 'good' | 'revoked' | 'unknown';
  revokedAt?: Date;
  thisUpdate?: Date;
  nextUpdate?: Date | null;
  serial?: Uint8Array;
  responder?: TestIssuer;
  isAlone?: boolean;
  others?: number;
  extension?: Uint8Array;
};

type Asked = { readonly certificate: Uint8Array; readonly issuer: TestIssuer };

export const THIS_UPDATE = new Date('2026-11-20T00:00:00.000Z');
export const NEXT_UPDATE = new Date('2026-11-27T00:00:00.000Z');
export const REVOKED_AT = new Date('2026-11-19T00:00:00.000Z');

export async function answerOcsp(asked: Asked, change: AnswerChange = {}): Promise<Uint8Array> {
  const { responder = asked.issuer, extension } = change;
  const { subject } = readCertificate(readDer(responder.certificate));
  const data = writeDer(
    SEQUENCE,
    writeDer(CONTEXT[1], subject.bytes),
    writeTime(change.thisUpdate ?? THIS_UPDATE),
    writeDer(SEQUENCE, await writeAnswer(asked, change)),
    ...(extension ? [writeDer(CONTEXT[1], writeDer(SEQUENCE, extension))] : []),
  );
  const carried = responder === asked.issuer || change.isAlone ? [] : [responder.certificate];
  const basic = writeDer(
    SEQUENCE,
    data,
    ...(await signData(data, responder)),
    ...(carried.length > 0 ? [writeDer(CONTEXT[0], writeDer(SEQUENCE, ...carried))] : []),
  );
  const typed = writeDer(SEQUENCE, writeOid(OCSP_BASIC), writeDer(OCTET_STRING, basic));
  return writeDer(SEQUENCE, writeDer(ENUMERATED, Uint8Array.of(0)), writeDer(CONTEXT[0], typed));
}

export async function answerCrl(asked: Asked, change: AnswerChange = {}): Promise<Uint8Array> {
  const { status = 'good', thisUpdate = THIS_UPDATE, nextUpdate = NEXT_UPDATE, extension } = change;
  const { responder = asked.issuer, revokedAt = REVOKED_AT, others = 1 } = change;
  const { serial, issuer } = readCertificate(readDer(asked.certificate));
  const other = writeDer(SEQUENCE, writeInteger(0x7777), writeTime(REVOKED_AT));
  const before = concatBytes(Array<Uint8Array>(others).fill(other));
  const own = writeDer(SEQUENCE, writeInteger(change.serial ?? serial), writeTime(revokedAt));
  const list = writeDer(
    SEQUENCE,
    writeInteger(1),
    findSigningAlgorithm(responder.key).identifier,
    issuer.bytes,
    writeTime(thisUpdate),
    ...(nextUpdate ? [writeTime(nextUpdate)] : []),
    writeDer(SEQUENCE, before, ...(status === 'revoked' ? [own] : [])),
    ...(extension ? [writeDer(CONTEXT[0], writeDer(SEQUENCE, extension))] : []),
  );
  return writeDer(SEQUENCE, list, ...(await signData(list, responder)));
}

async function writeAnswer({ certificate, issuer }: Asked, change: AnswerChange): Promise<Uint8Array> {
  const { thisUpdate = THIS_UPDATE, nextUpdate = NEXT_UPDATE } = change;
  const above = readCertificate(readDer(issuer.certificate));
  const { serial } = readCertificate(readDer(certificate));
  const keyBits = above.publicKey.children[1]!.content.subarray(1);
  return writeDer(
    SEQUENCE,
    writeDer(
      SEQUENCE,
      writeDer(SEQUENCE, writeOid(SHA_1), writeDer(NULL)),
      writeDer(OCTET_STRING, await digestBytes('SHA-1', above.subject.bytes)),
      writeDer(OCTET_STRING, await digestBytes('SHA-1', keyBits)),
      writeInteger(change.serial ?? serial, INTEGER),
    ),
    writeStatus(change),
    writeTime(thisUpdate),
    ...(nextUpdate ? [writeDer(CONTEXT[0], writeTime(nextUpdate))] : []),
  );
}

function writeStatus({ status = 'good', revokedAt = REVOKED_AT }: AnswerChange): Uint8Array {
  if (status === 'revoked') return writeDer(CONTEXT[1], writeTime(revokedAt));
  return writeDer(PRIMITIVE_CONTEXT[status === 'good' ? 0 : 2]);
}

async function signData(data: Uint8Array, { key }: TestIssuer): Promise<Uint8Array[]> {
  const signature = await signBytes(key, data);
  return [findSigningAlgorithm(key).identifier, writeDer(BIT_STRING, Uint8Array.of(0), signature)];
}
