import { createHash, createHmac, sign } from 'node:crypto';
import type { Signer } from './issue-signer.ts';

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

export type SignatureBend = {
  method?: string;
  hash?: string;
  digestMethod?: string;
  digestHash?: string;
  /** With a certificate as the secret, as who has no key of the provider would. */
  hmacSecret?: string;
  prefixes?: string;
  keyInfo?: string;
  uri?: string;
  /** Changes what is digested, what is signed, and how the whole signature is written. */
  digested?: (text: string) => string;
  info?: (text: string) => string;
  written?: (text: string) => string;
};

/**
 * Signs an element that is written in its canonical form already: namespaces first and where they are used, attributes
 * in their order, no empty-element tags. So it shares nothing with the code that is tested.
 */
export const writeSignature = (element: string, { key }: Signer, bend: SignatureBend = {}): string => {
  const id = / ID="([^"]*)"/.exec(element)?.[1] ?? '';
  const digest = createHash(bend.digestHash ?? 'sha256').update(bend.digested?.(element) ?? element);
  const info = writeInfo(
    { id, digest: digest.digest('base64'), isRsa: key.asymmetricKeyType === 'rsa' },
    bend,
  );
  const bent = bend.info?.(info) ?? info;
  const hash = bend.hash ?? 'sha256';
  const value =
    bend.hmacSecret === undefined
      ? sign(hash, Buffer.from(bent), { key, dsaEncoding: 'ieee-p1363' })
      : createHmac(hash, bend.hmacSecret).update(bent).digest();
  const signature =
    `<ds:Signature xmlns:ds="${DSIG}">${bent.replace(` xmlns:ds="${DSIG}"`, '')}` +
    `<ds:SignatureValue>${breakLines(value.toString('base64'))}</ds:SignatureValue>` +
    `${bend.keyInfo ?? ''}</ds:Signature>`;
  return bend.written?.(signature) ?? signature;
};

const writeInfo = (
  { id, digest, isRsa }: { id: string; digest: string; isRsa: boolean },
  { method, digestMethod, prefixes, uri }: SignatureBend,
): string => {
  const list =
    prefixes === undefined
      ? ''
      : `<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="${prefixes}"></ec:InclusiveNamespaces>`;
  return [
    `<ds:SignedInfo xmlns:ds="${DSIG}">`,
    `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"></ds:CanonicalizationMethod>`,
    `<ds:SignatureMethod Algorithm="${method ?? `${MORE}${isRsa ? 'rsa' : 'ecdsa'}-sha256`}"></ds:SignatureMethod>`,
    `<ds:Reference URI="${uri ?? `#${id}`}">`,
    '<ds:Transforms>',
    `<ds:Transform Algorithm="${DSIG}enveloped-signature"></ds:Transform>`,
    `<ds:Transform Algorithm="${EXCLUSIVE}">${list}</ds:Transform>`,
    '</ds:Transforms>',
    `<ds:DigestMethod Algorithm="${digestMethod ?? 'http://www.w3.org/2001/04/xmlenc#sha256'}"></ds:DigestMethod>`,
    `<ds:DigestValue>${digest}</ds:DigestValue>`,
    '</ds:Reference>',
    '</ds:SignedInfo>',
  ].join('');
};

const breakLines = (text: string): string => text.replace(/.{76}/g, '$&\n');

/** The schema has the signature behind the issuer. */
export const insertSignature = (element: string, signature: string): string =>
  element.replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`);
