import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ProviderRefusal } from '../provider-refusal.ts';
import { readProviderMetadata } from './read-provider-metadata.ts';
import { issueSigner } from './testing/issue-signer.ts';
import { writeOwnMetadata } from './write-own-metadata.ts';
import { readXml } from './xml/read-xml.ts';
import { attributeOf, listElements } from './xml/xml-tree.ts';

const [first, second, weak] = [issueSigner(), issueSigner('P-256'), issueSigner(1_024)];
const bodyOf = (certificate: string): string => certificate.replace(/-----.*-----/g, '');

const key = (certificate: string, use = ' use="signing"'): string =>
  `<KeyDescriptor${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>` +
  `<ds:X509Certificate>${bodyOf(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;

const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings:';
const service = (location: string, binding = 'HTTP-Redirect'): string =>
  `<SingleSignOnService Binding="${BINDINGS}${binding}" Location="${location}"/>`;
const SSO = service('https://provider.example/sso');

const provider = (inner: string, protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'): string =>
  `<IDPSSODescriptor protocolSupportEnumeration="${protocol}">${inner}</IDPSSODescriptor>`;
const entity = (inner: string, id = ' entityID="https://provider.example/saml"'): string =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"${id}>${inner}</EntityDescriptor>`;

const reasonOf = (xml: string): string => {
  try {
    return readProviderMetadata(xml).entityId;
  } catch (error) {
    if (error instanceof ProviderRefusal) return error.reason;
    throw error;
  }
};

describe("a provider's metadata", () => {
  it('say who it is, where it signs in, and by which certificates it signs', () => {
    const xml = entity(provider(key(first.certificate) + key(second.certificate, '') + SSO));
    const { entityId, ssoUrl, certificates } = readProviderMetadata(xml);
    expect([entityId, ssoUrl]).toEqual(['https://provider.example/saml', 'https://provider.example/sso']);
    const known = [first, second].map(({ certificate }) => new X509Certificate(certificate));
    expect(certificates).toEqual(
      known.map((each) => ({
        der: new Uint8Array(each.raw),
        notBefore: new Date(each.validFrom),
        notAfter: new Date(each.validTo),
        fingerprint: each.fingerprint256.replaceAll(':', '').toLowerCase(),
      })),
    );
  });

  it('are read with comments, a declaration, a mark of the order of bytes and what else a provider says', () => {
    const others =
      '<!-- <IDPSSODescriptor/> --><RoleDescriptor xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:type="x:y"/>';
    const inner = key(first.certificate) + service('https://provider.example/post', 'HTTP-POST') + SSO;
    const xml = `\uFEFF<?xml version="1.0" encoding="utf-8"?>\r\n${entity(others + provider(inner))}<!-- end -->`;
    expect(readProviderMetadata(xml)).toMatchObject({ ssoUrl: 'https://provider.example/sso' });
  });

  it('name a certificate once, and none that is for encryption', () => {
    const keys =
      key(first.certificate) + key(first.certificate) + key(second.certificate, ' use="encryption"');
    expect(readProviderMetadata(entity(provider(keys + SSO))).certificates).toHaveLength(1);
  });

  it.each([
    ['no certificate', SSO],
    ['one for encryption alone', key(first.certificate, ' use="encryption"') + SSO],
    ['a weak key', key(weak.certificate) + SSO],
    ['no base64', key('%%%') + SSO],
    ['no certificate within', key('AAAA') + SSO],
    [
      'more than ten',
      Array.from({ length: 11 }, (_, at) => key(Buffer.from([at]).toString('base64'))).join('') + SSO,
    ],
  ])('are refused with %s', (_what, inner) => {
    expect(reasonOf(entity(provider(inner)))).toBe('unusable_certificate');
  });

  it.each([
    'http://provider.example/sso',
    'javascript:alert(1)',
    'data:text/html,x',
    '/sso',
    '',
    `https://a.example/${'x'.repeat(2_048)}`,
  ])('are refused with the address %.40s', (location) => {
    expect(reasonOf(entity(provider(key(first.certificate) + service(location))))).toBe('unexpected_shape');
  });

  it('may name an address of the same machine', () => {
    const xml = entity(provider(key(first.certificate) + service('http://127.0.0.1:8080/sso')));
    expect(readProviderMetadata(xml).ssoUrl).toBe('http://127.0.0.1:8080/sso');
  });

  const whole = provider(key(first.certificate) + SSO);
  it.each([
    ['of nobody', entity(whole, '')],
    ['of a name without end', entity(whole, ` entityID="${'x'.repeat(1_025)}"`)],
    ['of a service', entity('<SPSSODescriptor/>')],
    ['of SAML 1.1', entity(provider(key(first.certificate) + SSO, 'urn:oasis:names:tc:SAML:1.1:protocol'))],
    ['of two providers', entity(whole + whole)],
    [
      'of many',
      `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${entity(whole)}</EntitiesDescriptor>`,
    ],
    [
      'that sign in by POST alone',
      entity(provider(key(first.certificate) + service('https://a.example', 'HTTP-POST'))),
    ],
  ])('are refused: %s', (_what, xml) => {
    expect(reasonOf(xml)).toBe('unexpected_shape');
  });

  it('are refused with a DOCTYPE, an instruction, half a comment, and beyond a MiB', () => {
    expect(reasonOf(`<!DOCTYPE a>${entity(whole)}`)).toBe('forbidden_markup');
    expect(reasonOf(`${entity(whole)}<?x?>`)).toBe('forbidden_markup');
    expect(reasonOf(`${entity(whole)}<!-- `)).toBe('malformed');
    expect(reasonOf(`${entity(whole)}<!-- -- -->`)).toBe('malformed');
    expect(reasonOf(' '.repeat(1_048_577))).toBe('too_large');
  });
});

it("this service's own metadata say where answers go", () => {
  const names = {
    entityId: 'https://inspection.example/?a=1&b="2"',
    acsUrl: 'https://inspection.example/acs?a&b',
  };
  const root = readXml(Buffer.from(writeOwnMetadata(names)), { maxBytes: 10_000 });
  const consumer = listElements(root).find(({ local }) => local === 'AssertionConsumerService');
  expect(attributeOf(root, 'entityID')).toBe(names.entityId);
  expect(attributeOf(consumer!, 'Location')).toBe(names.acsUrl);
  expect(attributeOf(consumer!, 'Binding')).toBe(`${BINDINGS}HTTP-POST`);
});
