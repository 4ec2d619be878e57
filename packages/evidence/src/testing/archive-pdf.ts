import { PDF } from '@libpdf/core';

import { answerCrl, answerOcsp, type AnswerChange } from './answer-revocation.ts';
import type { TestAuthority } from './create-authority.ts';
import { GEN_TIME } from './forge-token.ts';
import { stampDigest } from './sign-pdf.ts';
import { appendRevision, findObject, latin1, writeStream } from './write-pdf.ts';

export type TestStore = { readonly ocsps?: readonly Uint8Array[]; readonly crls?: readonly Uint8Array[] };

/** Adds validation data as a revision. `others` are objects to be written with it. */
export function addStore(
  pdf: Uint8Array,
  { ocsps = [], crls = [] }: TestStore,
  others: Readonly<Record<number, string>> = {},
): Uint8Array {
  const first = Number([...latin1(pdf).matchAll(/\/Size (\d+)/g)].at(-1)![1]);
  const streams = [...ocsps, ...crls].map((der) => writeStream(latin1(der)));
  const numbers = streams.map((_, index) => first + index);
  const list = (from: number, to: number) =>
    numbers
      .slice(from, to)
      .map((number) => `${number} 0 R`)
      .join(' ');
  const store = `<< /OCSPs [${list(0, ocsps.length)}] /CRLs [${list(ocsps.length, numbers.length)}] >>`;
  const own = findObject(pdf, 1).replace(/\/DSS <<[^>]*>>/, '');
  const catalog = { 1: own.replace(/>>\s*$/, `/DSS ${store} >>`) };
  const data = Object.fromEntries(streams.map((stream, index) => [numbers[index]!, stream]));
  return appendRevision(pdf, { ...catalog, ...data, ...others });
}

/** A foreign library adds the document timestamp. */
export async function stampPdf(
  pdf: Uint8Array,
  tsa: TestAuthority,
  { genTime = GEN_TIME }: { genTime?: Date } = {},
): Promise<Uint8Array> {
  const timestampAuthority = { timestamp: (digest: Uint8Array) => stampDigest(digest, tsa, { genTime }) };
  return (await (await PDF.load(pdf)).addTimestamp({ timestampAuthority })).bytes;
}

/** OCSP answers for an authority's first certificate, a list for each above it. */
export async function answerFor(
  { certificates, issuers }: TestAuthority,
  { ocsp, crl }: { ocsp?: AnswerChange; crl?: AnswerChange } = {},
): Promise<Required<TestStore>> {
  const asked = certificates.map((certificate, index) => ({ certificate, issuer: issuers[index]! }));
  const crls = asked.slice(1).map((one) => answerCrl(one, crl));
  return { ocsps: [await answerOcsp(asked[0]!, ocsp)], crls: await Promise.all(crls) };
}
