import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { writeAuthnRequest } from './write-authn-request.ts';
import { readXml } from './xml/read-xml.ts';
import { attributeOf, childElements, textOf } from './xml/xml-tree.ts';

const REQUEST = {
  ssoUrl: 'https://provider.example/sso?tenant=a&realm=b c',
  entityId: 'https://inspection.example/?a=1&b=<2>',
  acsUrl: 'https://inspection.example/acs?"x"&y',
  requestId: '_4fee3b046395c4e751011e97f8900b52',
  issueInstant: new Date('2026-11-29T12:00:00.987Z'),
  forceAuthn: false,
};

const readRequest = (address: string) => {
  const bytes = Buffer.from(new URL(address).searchParams.get('SAMLRequest') ?? '', 'base64');
  return readXml(inflateRawSync(bytes), { maxBytes: 10_000 });
};

it("says at the provider's address who asks, and where to answer", () => {
  const address = writeAuthnRequest(REQUEST);
  const { origin, pathname, searchParams } = new URL(address);
  expect(origin + pathname).toBe('https://provider.example/sso');
  expect([searchParams.get('tenant'), searchParams.get('realm')]).toEqual(['a', 'b c']);
  const root = readRequest(address);
  expect([root.namespace, root.local]).toEqual(['urn:oasis:names:tc:SAML:2.0:protocol', 'AuthnRequest']);
  expect(Object.fromEntries(root.attributes.map(({ local, value }) => [local, value]))).toEqual({
    ID: REQUEST.requestId,
    Version: '2.0',
    IssueInstant: '2026-11-29T12:00:00Z',
    Destination: REQUEST.ssoUrl,
    AssertionConsumerServiceURL: REQUEST.acsUrl,
    ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  });
  expect(childElements(root).map(textOf)).toEqual([REQUEST.entityId, '']);
});

it('asks for a fresh sign-in only where one is wanted', () => {
  const forced = (forceAuthn: boolean) =>
    attributeOf(readRequest(writeAuthnRequest({ ...REQUEST, forceAuthn })), 'ForceAuthn');
  expect([forced(true), forced(false)]).toEqual(['true', undefined]);
});
