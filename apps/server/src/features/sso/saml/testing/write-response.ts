const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';

export const NOW = new Date('2026-11-29T12:00:00.000Z');

/** A time so many seconds after the test's now. */
export const instantAt = (seconds: number): string => new Date(NOW.getTime() + seconds * 1_000).toISOString();

export const EXPECTED = {
  issuer: 'https://provider.example/saml',
  audience: 'https://inspection.example/sso/saml/one',
  acsUrl: 'https://inspection.example/sso/saml/one/acs',
  requestId: '_4fee3b046395c4e751011e97f8900b52',
  now: NOW,
  authenticatedSince: null,
};

/** Everything that a response says; each part can be bent. What may hold markup is written as it is. */
export const USUAL = {
  responseId: '_response',
  assertionId: '_assertion',
  version: '2.0',
  issuedAt: instantAt(-1),
  responseIssuer: EXPECTED.issuer,
  issuer: EXPECTED.issuer,
  destination: ` Destination="${EXPECTED.acsUrl}"`,
  inResponseTo: ` InResponseTo="${EXPECTED.requestId}"`,
  status:
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>',
  nameId: 'maria@example.com',
  nameIdAttributes: ' Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"',
  method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  confirmed: ` InResponseTo="${EXPECTED.requestId}" NotOnOrAfter="${instantAt(300)}" Recipient="${EXPECTED.acsUrl}"`,
  validity: ` NotBefore="${instantAt(-60)}" NotOnOrAfter="${instantAt(600)}"`,
  restriction: `<saml:AudienceRestriction><saml:Audience>${EXPECTED.audience}</saml:Audience></saml:AudienceRestriction>`,
  authentication: ` AuthnInstant="${instantAt(-5)}" SessionIndex="_session" SessionNotOnOrAfter="${instantAt(28_800)}"`,
  attributes: [
    ['displayName', ['Maria Gómez']],
    ['groups', ['inspectors', 'admins & others']],
  ] as [string, string[]][],
};

export type AnswerParts = typeof USUAL;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export const writeAttributes = (attributes: AnswerParts['attributes']): string =>
  attributes
    .map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${values
          .map((value) => `<saml:AttributeValue>${escape(value)}</saml:AttributeValue>`)
          .join('')}</saml:Attribute>`,
    )
    .join('');

/** In its canonical form, without a signature. */
export const writeAssertion = (parts: AnswerParts): string =>
  [
    `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${parts.assertionId}" IssueInstant="${parts.issuedAt}" Version="${parts.version}">`,
    `<saml:Issuer>${parts.issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID${parts.nameIdAttributes}>${parts.nameId}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="${parts.method}">`,
    `<saml:SubjectConfirmationData${parts.confirmed}></saml:SubjectConfirmationData>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions${parts.validity}>${parts.restriction}</saml:Conditions>`,
    `<saml:AuthnStatement${parts.authentication}><saml:AuthnContext>`,
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>',
    '</saml:AuthnContext></saml:AuthnStatement>',
    `<saml:AttributeStatement>${writeAttributes(parts.attributes)}</saml:AttributeStatement>`,
    '</saml:Assertion>',
  ].join('');

export const writeResponse = (parts: AnswerParts, assertion: string): string =>
  [
    `<samlp:Response xmlns:samlp="${PROTOCOL}"${parts.destination} ID="${parts.responseId}"${parts.inResponseTo}`,
    ` IssueInstant="${parts.issuedAt}" Version="${parts.version}">`,
    `<saml:Issuer xmlns:saml="${ASSERTION}">${parts.responseIssuer}</saml:Issuer>`,
    `${parts.status}${assertion}</samlp:Response>`,
  ].join('');
