import { deflateRawSync } from 'node:zlib';
import { escapeAttribute, escapeText } from './xml/escape-xml.ts';

export type AuthnRequest = {
  /** The provider's address for HTTP-Redirect. */
  ssoUrl: string;
  /** This service's entity ID at the connection. */
  entityId: string;
  acsUrl: string;
  /** A name of XML: it begins with a letter or an underscore. */
  requestId: string;
  issueInstant: Date;
  /** Asks the provider to make sure anew who it is. */
  forceAuthn: boolean;
};

/**
 * Writes the address to which a browser goes to sign in (bindings 2.0, section 3.4). The request is not signed: it says
 * nothing that who holds the browser could not ask for as well.
 */
export const writeAuthnRequest = (request: AuthnRequest): string => {
  const url = new URL(request.ssoUrl);
  url.searchParams.set('SAMLRequest', deflateRawSync(writeRequest(request)).toString('base64'));
  return url.href;
};

const writeRequest = ({
  ssoUrl,
  entityId,
  acsUrl,
  requestId,
  issueInstant,
  forceAuthn,
}: AuthnRequest): string =>
  [
    '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"',
    ' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
    ` ID="${escapeAttribute(requestId)}" Version="2.0" IssueInstant="${writeInstant(issueInstant)}"`,
    ` Destination="${escapeAttribute(ssoUrl)}"`,
    forceAuthn ? ' ForceAuthn="true"' : '',
    ` AssertionConsumerServiceURL="${escapeAttribute(acsUrl)}"`,
    ' ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST">',
    `<saml:Issuer>${escapeText(entityId)}</saml:Issuer>`,
    '<samlp:NameIDPolicy AllowCreate="true"/>',
    '</samlp:AuthnRequest>',
  ].join('');

/** Some providers take no fractions of a second. */
const writeInstant = (instant: Date): string => `${instant.toISOString().slice(0, 19)}Z`;
