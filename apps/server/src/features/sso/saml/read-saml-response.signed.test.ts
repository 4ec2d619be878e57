import { describe, expect, it } from 'vitest';
import type { Bend } from './testing/answer-as-provider.ts';
import { issueSigner } from './testing/issue-signer.ts';
import { openSamlCase, TAKEN } from './testing/open-saml-case.ts';
import type { SignatureBend } from './testing/sign-element.ts';

const { judgeBent, signer, write, judgeXml } = openSamlCase();
const stranger = issueSigner();

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const ENC = 'http://www.w3.org/2001/04/xmlenc#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

const pemBody = (certificate: string): string => certificate.replace(/-----.*-----|\s/g, '');

describe.each(['assertion', 'response', 'both'] as const)('where the provider signs %s', (signs) => {
  const judgeSigned = (signature: SignatureBend, more: Bend = {}) => judgeBent({ signs, signature, ...more });

  it('what is unsigned is refused', () => {
    expect(judgeBent({ signs: 'nothing' })).toBe('unsigned');
    const sent = (text: string) => text.replaceAll(/<ds:Signature .*?<\/ds:Signature>/gs, '');
    expect(judgeBent({ signs, sent })).toBe('unsigned');
  });

  it("what a stranger's key signed is refused, with and without the certificate beside it", () => {
    const keyInfo = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${pemBody(stranger.certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
    const foreign = openSamlCase(stranger);
    expect(judgeXml(foreign.write({ signs }))).toBe('foreign_signature');
    expect(judgeXml(foreign.write({ signs, signature: { keyInfo } }))).toBe('foreign_signature');
    // It is not looked at, not even where it is right or nonsense.
    expect(judgeSigned({ keyInfo })).toBe(TAKEN);
    expect(judgeSigned({ keyInfo: '<ds:KeyInfo><ds:KeyName>none</ds:KeyName></ds:KeyInfo>' })).toBe(TAKEN);
  });

  it.each([
    ['the subject', 'maria@example.com</saml:NameID>', 'admin@example.com</saml:NameID>'],
    ['an attribute', 'inspectors', 'directors'],
    ['a time', 'NotOnOrAfter="2026-11-29T12:10', 'NotOnOrAfter="2027-11-29T12:10'],
    ['white space', '<saml:Subject>', '<saml:Subject> '],
    ['a comment', 'maria@example.com</saml:NameID>', 'maria@example.com<!-- -->.evil</saml:NameID>'],
  ])('what was changed afterwards is refused: %s', (_what, from, to) => {
    const refused = to.includes('<!--') ? 'forbidden_markup' : 'altered';
    expect(write()).toContain(from);
    expect(judgeBent({ signs, sent: (text) => text.replace(from, to) })).toBe(refused);
  });

  it.each([
    ['rsa-sha384', 'sha384'],
    ['rsa-sha512', 'sha512'],
  ])('%s is taken', (name, hash) => {
    expect(judgeSigned({ method: MORE + name, hash })).toBe(TAKEN);
  });

  it.each([
    [`${MORE}sha384`, 'sha384'],
    [`${ENC}sha512`, 'sha512'],
  ])('a digest by %s is taken', (digestMethod, digestHash) => {
    expect(judgeSigned({ digestMethod, digestHash })).toBe(TAKEN);
  });

  it('SHA-1 is refused, of the signature and of the digest', () => {
    expect(judgeSigned({ method: `${DSIG}rsa-sha1`, hash: 'sha1' })).toBe('refused_algorithm');
    expect(judgeSigned({ digestMethod: `${DSIG}sha1`, digestHash: 'sha1' })).toBe('refused_algorithm');
  });

  it('an HMAC whose secret is the certificate is refused', () => {
    for (const hmacSecret of [signer.certificate, pemBody(signer.certificate)]) {
      expect(judgeSigned({ method: `${MORE}hmac-sha256`, hmacSecret })).toBe('refused_algorithm');
      expect(judgeSigned({ method: `${MORE}rsa-sha256`, hmacSecret })).toBe('foreign_signature');
    }
  });

  it('an algorithm of another kind than the key is refused', () => {
    expect(judgeSigned({ method: `${MORE}ecdsa-sha256` })).toBe('foreign_signature');
    expect(judgeSigned({ method: `${MORE}rsa-sha512` })).toBe('foreign_signature');
    expect(judgeSigned({ method: 'rsa-sha256' })).toBe('refused_algorithm');
    expect(judgeSigned({ method: '' })).toBe('refused_algorithm');
  });

  it('the reference is one, to the element that holds the signature', () => {
    for (const uri of [
      '',
      '#',
      '_assertion',
      '#_other',
      '#xpointer(/)',
      "#xpointer(id('_assertion'))",
      'https://other.example/',
    ])
      expect(judgeSigned({ uri })).toBe('unexpected_shape');
    const twice = (info: string) => info.replace(/<ds:Reference.*<\/ds:Reference>/, (one) => one + one);
    expect(judgeSigned({ info: twice })).toBe('unexpected_shape');
    expect(judgeSigned({ info: (info) => info.replace(/<ds:Reference.*<\/ds:Reference>/, '') })).toBe(
      'unexpected_shape',
    );
    expect(judgeSigned({ info: (info) => info.replace(/ URI="[^"]*"/, '') })).toBe('unexpected_shape');
  });

  it.each([
    ['inclusive canonicalisation', EXCLUSIVE, 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'],
    ['comments in the form', `"${EXCLUSIVE}"`, `"${EXCLUSIVE}WithComments"`],
    ['XSLT', `${DSIG}enveloped-signature`, 'http://www.w3.org/TR/1999/REC-xslt-19991116'],
    ['XPath', `${DSIG}enveloped-signature`, 'http://www.w3.org/TR/1999/REC-xpath-19991116'],
    ['base64', `${DSIG}enveloped-signature`, `${DSIG}base64`],
  ])('a transform is refused: %s', (_what, from, to) => {
    expect(judgeSigned({ info: (info) => info.replaceAll(from, to) })).toBe('refused_algorithm');
  });

  it('transforms are both, in their order, with nothing within', () => {
    const transforms =
      /<ds:Transforms>(<ds:Transform .*?<\/ds:Transform>)(<ds:Transform .*?<\/ds:Transform>)/;
    const rewrite = (to: string) => judgeSigned({ info: (info) => info.replace(transforms, to) });
    expect(rewrite('<ds:Transforms>$1$2')).toBe(TAKEN);
    expect(rewrite('<ds:Transforms>$2$1')).toBe('refused_algorithm');
    expect(rewrite('<ds:Transforms>$1')).toBe('unexpected_shape');
    expect(rewrite('<ds:Transforms>$1$2$2')).toBe('unexpected_shape');
    const within = (info: string) => info.replace('enveloped-signature">', '$&<ds:XPath>//*</ds:XPath>');
    expect(judgeSigned({ info: within })).toBe('unexpected_shape');
  });

  it('two SignedInfo, in whatever order, are refused', () => {
    const genuine = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s;
    const forged = '<ds:SignedInfo><ds:CanonicalizationMethod></ds:CanonicalizationMethod></ds:SignedInfo>';
    expect(judgeSigned({ written: (text) => text.replace(genuine, (one) => forged + one) })).toBe(
      'unexpected_shape',
    );
    expect(judgeSigned({ written: (text) => text.replace(genuine, (one) => one + forged) })).toBe(
      'unexpected_shape',
    );
    expect(judgeSigned({ written: (text) => text.replace(genuine, (one) => one + one) })).toBe(
      'unexpected_shape',
    );
    const behind = (text: string) => text.replace('</ds:Signature>', `${forged}</ds:Signature>`);
    expect(judgeSigned({ written: behind })).toBe('unexpected_shape');
  });

  it('a DigestValue and a SignatureValue are one text of base64', () => {
    const written = (from: RegExp | string, to: string) => ({
      written: (text: string) => text.replace(from, to),
    });
    expect(judgeSigned(written('<ds:DigestValue>', '<ds:DigestValue><!-- AAAA -->'))).toBe(
      'forbidden_markup',
    );
    expect(judgeSigned(written('<ds:DigestValue>', '<ds:DigestValue><b></b>'))).toBe('unexpected_shape');
    expect(judgeSigned(written('<ds:DigestValue>', '<ds:DigestValue>A'))).toBe('unexpected_shape');
    expect(judgeSigned(written('<ds:DigestValue>', '<ds:DigestValue>AAAA'))).toBe('foreign_signature');
    expect(judgeSigned(written(/<ds:DigestValue>.*?</, '<ds:DigestValue><'))).toBe('unexpected_shape');
    expect(judgeSigned(written(/<ds:SignatureValue>/, '<ds:SignatureValue>*'))).toBe('unexpected_shape');
    expect(judgeSigned(written(/<ds:SignatureValue>[^<]*</, '<ds:SignatureValue><'))).toBe(
      'unexpected_shape',
    );
    expect(judgeSigned(written(/<ds:SignatureValue>[^<]*</, '<ds:SignatureValue>AAAA<'))).toBe(
      'foreign_signature',
    );
    // Line breaks are the one freedom, as providers write them.
    expect(judgeSigned(written('<ds:SignatureValue>', '<ds:SignatureValue>&#xD;\n  \t'))).toBe(TAKEN);
  });

  it('SignedInfo that changed after it was signed is refused', () => {
    const written = (text: string) => text.replace('<ds:SignatureMethod', ' <ds:SignatureMethod');
    expect(judgeSigned({ written })).toBe('foreign_signature');
  });

  it('a signature holds nothing else, and stands where the schema has it', () => {
    const written = (more: string) => ({
      written: (text: string) => text.replace('</ds:Signature>', `${more}</ds:Signature>`),
    });
    expect(judgeSigned(written('<ds:Object></ds:Object>'))).toBe('unexpected_shape');
    expect(judgeSigned(written('words'))).toBe('unexpected_shape');
    expect(judgeSigned(written('<ds:KeyInfo></ds:KeyInfo><ds:Object></ds:Object>'))).toBe('unexpected_shape');
    const move = (text: string) =>
      text.replace(/(<saml:Issuer[^>]*>[^<]*<\/saml:Issuer>)(<ds:Signature .*?<\/ds:Signature>)/s, '$2$1');
    expect(judgeBent({ signs, sent: move })).toBe('unexpected_shape');
    const twice = (text: string) => text.replace(/<ds:Signature .*?<\/ds:Signature>/s, (one) => one + one);
    expect(judgeBent({ signs, sent: twice })).toBe('unexpected_shape');
  });
});

describe('the keys of a connection', () => {
  it.each([
    ['P-256', 'ecdsa-sha256', 'sha256'],
    ['P-384', 'ecdsa-sha384', 'sha384'],
  ] as const)('%s signs by ECDSA', (curve, name, hash) => {
    const { judgeBent: judgeCurve } = openSamlCase(issueSigner(curve));
    expect(judgeCurve({ signature: { method: MORE + name, hash } })).toBe(TAKEN);
    expect(judgeCurve({ signature: { method: `${MORE}rsa-sha256` } })).toBe('foreign_signature');
    // A signature of ECDSA has one length: r and s, side by side.
    for (const value of [
      'AAAA',
      Buffer.alloc(64).toString('base64'),
      Buffer.alloc(200, 1).toString('base64'),
    ]) {
      const written = (text: string) => text.replace(/(<ds:SignatureValue>)[^<]*/, `$1${value}`);
      expect(judgeCurve({ signature: { method: MORE + name, hash, written } })).toBe('foreign_signature');
    }
  });

  it.each([1_024, 'P-521'] as const)('%s is refused', (kind) => {
    expect(openSamlCase(issueSigner(kind)).judgeBent({})).toBe('unusable_certificate');
  });

  it('that can not be read are refused', () => {
    for (const certificate of [
      '',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      new Uint8Array(10),
    ])
      expect(judgeBent({}, { certificates: [certificate] })).toBe('unusable_certificate');
  });
});

it('of two signatures both must hold', () => {
  const other = openSamlCase(stranger);
  const assertion = /<saml:Assertion .*<\/saml:Assertion>/s;
  const [foreign = ''] = assertion.exec(other.write()) ?? [];
  expect(judgeBent({ signs: 'response', response: (text) => text.replace(assertion, () => foreign) })).toBe(
    'foreign_signature',
  );
  const changed = (text: string) => text.replace('Destination="', 'Consent="" Destination="');
  expect(judgeBent({ signs: 'both', sent: changed })).toBe('altered');
});

it('prefixes that a provider lists are written where they are declared, used or not', () => {
  const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
  const declare = (text: string) => text.replace('<saml:AttributeValue>', `<saml:AttributeValue ${XS}>`);
  const undeclared = (text: string) => text.replace(` ${XS}`, '');
  // Without the list, what nobody uses is not in the form that is signed.
  expect(judgeBent({ assertion: declare, signature: { digested: undeclared } })).toBe(TAKEN);
  expect(judgeBent({ assertion: declare })).toBe('altered');
  expect(judgeBent({ assertion: declare, signature: { prefixes: 'xs' } })).toBe(TAKEN);
  expect(judgeBent({ assertion: declare, signature: { prefixes: 'saml xs #default' } })).toBe(TAKEN);
  const many = Array.from({ length: 33 }, (_, at) => `p${at}`).join(' ');
  expect(judgeBent({ signature: { prefixes: many } })).toBe('refused_algorithm');
});
