import { describe, expect, it } from 'vitest';
import { openSamlCase, TAKEN } from './testing/open-saml-case.ts';

const { judgeXml, write } = openSamlCase();

const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/s;
const SIGNATURE = /<ds:Signature .*?<\/ds:Signature>/s;

const pick = (text: string, pattern: RegExp): string => pattern.exec(text)?.[0] ?? '';
const put = (text: string, pattern: RegExp | string, by: string): string => text.replace(pattern, () => by);

/** The attacker wants this to be read: another person, under an ID of its own. */
const forge = (text: string): string =>
  put(text, SIGNATURE, '')
    .replaceAll('maria@example.com', 'admin@example.com')
    .replaceAll('ID="_assertion"', 'ID="_forged"')
    .replaceAll('ID="_response"', 'ID="_forged_response"');

describe('a signed assertion', () => {
  const genuine = write({ signs: 'assertion' });
  const assertion = pick(genuine, ASSERTION);
  const signature = pick(assertion, SIGNATURE);
  const bare = put(assertion, SIGNATURE, '');
  const forged = forge(assertion);
  const within = (by: string): string => put(genuine, ASSERTION, by);
  const signed = (element: string, by: string): string =>
    element.replace('</saml:Issuer>', (end) => end + by);

  it('is taken as it is', () => {
    expect(judgeXml(genuine)).toBe(TAKEN);
  });

  it.each<[string, string]>([
    ['a forged assertion before it (XSW3)', within(forged + assertion)],
    ['a forged assertion behind it', within(assertion + forged)],
    [
      'itself within a forged one (XSW4)',
      within(put(forged, '</saml:Assertion>', `${assertion}</saml:Assertion>`)),
    ],
    [
      'its signature in a forged one, and itself behind (XSW5)',
      within(signed(put(forged, '_forged', '_assertion'), signature) + bare),
    ],
    ['its signature in a forged one, under another ID', within(signed(forged, signature) + bare)],
    [
      'itself within its signature in a forged one (XSW6)',
      within(signed(forged, put(signature, '</ds:Signature>', `${bare}</ds:Signature>`))),
    ],
    [
      'a forged one in extensions before it (XSW7)',
      put(genuine, '<samlp:Status>', `<samlp:Extensions>${forged}</samlp:Extensions><samlp:Status>`),
    ],
    [
      'itself in an object of its signature in a forged one (XSW8)',
      within(
        signed(forged, put(signature, '</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`)),
      ),
    ],
    [
      'a forged one in its KeyInfo',
      within(
        signed(bare, put(signature, '</ds:Signature>', `<ds:KeyInfo>${forged}</ds:KeyInfo></ds:Signature>`)),
      ),
    ],
    [
      'itself in a KeyInfo of a forged one',
      within(
        signed(forged, put(signature, '</ds:Signature>', `<ds:KeyInfo>${bare}</ds:KeyInfo></ds:Signature>`)),
      ),
    ],
    [
      'a forged one in the status',
      put(genuine, '</samlp:Status>', `<samlp:StatusDetail>${forged}</samlp:StatusDetail></samlp:Status>`),
    ],
    [
      'itself in the status, and a forged one in its stead',
      put(
        within(forged),
        '</samlp:Status>',
        `<samlp:StatusDetail>${assertion}</samlp:StatusDetail></samlp:Status>`,
      ),
    ],
    [
      'itself in the advice of a forged one',
      within(
        put(forged, '<saml:AuthnStatement', `<saml:Advice>${assertion}</saml:Advice><saml:AuthnStatement`),
      ),
    ],
    [
      'itself in an attribute of a forged one',
      within(put(forged, '<saml:AttributeValue>', `<saml:AttributeValue>${assertion}`)),
    ],
    [
      'a forged one of another namespace',
      within(
        put(
          put(forged, 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"', 'xmlns:saml="urn:other"'),
          '<saml:Issuer>',
          '<saml:Issuer>',
        ) + assertion,
      ),
    ],
    ['a forged one under its own ID', within(put(forged, '_forged', '_assertion') + assertion)],
    [
      'itself in a response within a response',
      put(genuine, ASSERTION, genuine.replaceAll('"_response"', '"_inner"')),
    ],
    ['a forged one, and the signature on the response instead', signed(within(forged), signature)],
    ['a forged one and the signature outside of it', within(forged + signature)],
  ])('is refused with %s', (_what, xml) => {
    expect(xml).not.toBe(genuine);
    expect(xml).toContain('<ds:SignedInfo>');
    expect(judgeXml(xml)).toBe('unexpected_shape');
  });

  it('is refused where a forged one bears its signature and its ID', () => {
    expect(judgeXml(within(signed(put(forged, '_forged', '_assertion'), signature)))).toBe('altered');
  });

  it('is refused where a forged one bears its signature', () => {
    expect(judgeXml(within(signed(forged, signature)))).toBe('unexpected_shape');
  });
});

describe('a signed response', () => {
  const genuine = write({ signs: 'response' });
  const signature = pick(genuine, SIGNATURE);
  const bare = put(genuine, SIGNATURE, '');
  const forged = forge(genuine);
  const signed = (by: string): string => forged.replace('</saml:Issuer>', (end) => end + by);

  it('is taken as it is', () => {
    expect(judgeXml(genuine)).toBe(TAKEN);
  });

  it.each<[string, string]>([
    [
      'itself within its signature in a forged one (XSW1)',
      signed(put(signature, '</ds:Signature>', `${bare}</ds:Signature>`)),
    ],
    ['itself before its signature in a forged one (XSW2)', signed(bare + signature)],
    [
      'itself in an object of its signature',
      signed(put(signature, '</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`)),
    ],
    [
      'itself whole in the extensions of a forged one',
      put(forged, '<samlp:Status>', `<samlp:Extensions>${genuine}</samlp:Extensions><samlp:Status>`),
    ],
    [
      'itself whole behind the forged assertion',
      put(forged, '</samlp:Response>', `${genuine}</samlp:Response>`),
    ],
    ['itself in a root of another name', `<wrap>${genuine}${forged}</wrap>`],
    [
      'a forged assertion before its own',
      put(genuine, ASSERTION, pick(forged, ASSERTION) + pick(genuine, ASSERTION)),
    ],
    [
      'its assertion in a forged response under the same ID',
      put(forged, '_forged_response', '_response').replace('</saml:Issuer>', (end) => end + signature + bare),
    ],
  ])('is refused with %s', (_what, xml) => {
    expect(xml).toContain('<ds:SignedInfo>');
    expect(judgeXml(xml)).toBe('unexpected_shape');
  });

  it('is refused where a forged one bears its signature and its ID', () => {
    expect(judgeXml(put(signed(signature), '_forged_response', '_response'))).toBe('altered');
  });
});

describe('an ID', () => {
  it('that stands twice is refused, however it is spelled', () => {
    const genuine = write();
    for (const attribute of ['ID', 'Id', 'id'])
      expect(judgeXml(put(genuine, '<samlp:StatusCode', `<samlp:StatusCode ${attribute}="_assertion"`))).toBe(
        'unexpected_shape',
      );
  });

  it('by xml:id is refused', () => {
    expect(judgeXml(put(write(), '<samlp:StatusCode', '<samlp:StatusCode xml:id="_other"'))).toBe(
      'unexpected_shape',
    );
  });

  it('of another namespace is none that a signature names', () => {
    const sent = put(write(), 'ID="_assertion"', 'xmlns:x="urn:x" x:ID="_assertion"');
    expect(judgeXml(sent)).toBe('unexpected_shape');
  });
});
