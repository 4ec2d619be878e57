/** The metadata of a provider that signs by a certificate. */
export const writeProviderMetadata = ({
  entityId,
  ssoUrl,
  certificate,
}: {
  entityId: string;
  ssoUrl: string;
  certificate: string;
}): string =>
  [
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">`,
    '<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
    '<KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>',
    `<ds:X509Certificate>${certificate.replace(/-----.*-----/g, '')}</ds:X509Certificate>`,
    '</ds:X509Data></ds:KeyInfo></KeyDescriptor>',
    `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/>`,
    '</IDPSSODescriptor></EntityDescriptor>',
  ].join('');
