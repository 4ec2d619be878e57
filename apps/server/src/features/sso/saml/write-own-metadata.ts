import { escapeAttribute } from './xml/escape-xml.ts';

/** Writes what a provider imports to know this service (metadata 2.0, section 2.4.4). */
export const writeOwnMetadata = ({ entityId, acsUrl }: { entityId: string; acsUrl: string }): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escapeAttribute(entityId)}">`,
    '<md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true"' +
      ' protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
    '<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>',
    '<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>',
    '<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"' +
      ` Location="${escapeAttribute(acsUrl)}" index="0" isDefault="true"/>`,
    '</md:SPSSODescriptor>',
    '</md:EntityDescriptor>',
    '',
  ].join('\n');
