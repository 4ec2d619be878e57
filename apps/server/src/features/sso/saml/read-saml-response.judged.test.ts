import { describe, expect, it } from 'vitest';
import { readSamlResponse } from './read-saml-response.ts';
import { openSamlCase, TAKEN } from './testing/open-saml-case.ts';
import { EXPECTED, instantAt, NOW, USUAL, type AnswerParts } from './testing/write-response.ts';

const { judgeBent, judgeXml, encode, write, expected } = openSamlCase();
type Parts = Partial<AnswerParts>;

const OTHER = 'https://other.example';

/** An empty text leaves the attribute out. */
const confirmed = (change: Record<string, string>) => {
  const usual = {
    InResponseTo: EXPECTED.requestId,
    NotBefore: '',
    NotOnOrAfter: instantAt(300),
    Recipient: EXPECTED.acsUrl,
  };
  return {
    confirmed: Object.entries({ ...usual, ...change })
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ` ${name}="${value}"`)
      .join(''),
  };
};

const audience = (...audiences: string[]) => ({
  restriction: `<saml:AudienceRestriction>${audiences
    .map((each) => `<saml:Audience>${each}</saml:Audience>`)
    .join('')}</saml:AudienceRestriction>`,
});

describe.each(['assertion', 'response', 'both'] as const)('where the provider signs %s', (signs) => {
  const judgeParts = (parts: Parts) => judgeBent({ signs, parts });

  it('an answer of another provider is refused', () => {
    expect(judgeParts({ issuer: OTHER })).toBe('wrong_issuer');
    expect(judgeParts({ responseIssuer: OTHER })).toBe('wrong_issuer');
    expect(judgeParts({ issuer: `${EXPECTED.issuer}/` })).toBe('wrong_issuer');
  });

  it('an answer for another service is refused', () => {
    expect(judgeParts(audience(OTHER))).toBe('wrong_audience');
    expect(judgeParts(audience(`${EXPECTED.audience}/`))).toBe('wrong_audience');
    expect(judgeParts({ restriction: '' })).toBe('wrong_audience');
    expect(judgeParts(audience())).toBe('wrong_audience');
    // Each restriction must name this service.
    expect(judgeParts({ restriction: USUAL.restriction + audience(OTHER).restriction })).toBe(
      'wrong_audience',
    );
    expect(judgeParts(audience(OTHER, EXPECTED.audience))).toBe(TAKEN);
  });

  it('an answer for another address is refused', () => {
    expect(judgeParts({ destination: ` Destination="${OTHER}"` })).toBe('wrong_destination');
    expect(judgeParts({ destination: ' Destination=""' })).toBe('wrong_destination');
    expect(judgeParts(confirmed({ Recipient: OTHER }))).toBe('wrong_recipient');
    expect(judgeParts(confirmed({ Recipient: '' }))).toBe('wrong_recipient');
  });

  it('an answer to no request, or to another one, is refused', () => {
    expect(judgeParts({ inResponseTo: '' })).toBe('unsolicited');
    expect(judgeParts({ inResponseTo: ' InResponseTo="_other"' })).toBe('unknown_request');
    expect(judgeParts(confirmed({ InResponseTo: '_other' }))).toBe('unknown_request');
    expect(judgeParts(confirmed({ InResponseTo: '' }))).toBe('unknown_request');
    expect(judgeBent({ signs }, { requestId: null })).toBe('unknown_request');
    expect(
      judgeBent(
        { signs, parts: { inResponseTo: '', ...confirmed({ InResponseTo: '' }) } },
        { requestId: null },
      ),
    ).toBe('unsolicited');
  });

  it('an answer is good 30 seconds beyond its time, both ways, and no longer', () => {
    const judgeAt = (parts: Parts, seconds: number) =>
      judgeBent({ signs, parts }, { now: new Date(NOW.getTime() + seconds * 1_000) });
    const begin = { validity: ` NotBefore="${instantAt(100)}"` };
    expect([judgeAt(begin, 69), judgeAt(begin, 70)]).toEqual(['too_early', TAKEN]);
    const end = { validity: ` NotOnOrAfter="${instantAt(100)}"` };
    expect([judgeAt(end, 129), judgeAt(end, 130)]).toEqual([TAKEN, 'expired']);
    const confirmedEnd = confirmed({ NotOnOrAfter: instantAt(100) });
    expect([judgeAt(confirmedEnd, 129), judgeAt(confirmedEnd, 130)]).toEqual([TAKEN, 'expired']);
    const issued = { issuedAt: instantAt(100) };
    expect([judgeAt(issued, 69), judgeAt(issued, 70)]).toEqual(['too_early', TAKEN]);
    const session = {
      authentication: ` AuthnInstant="${instantAt(0)}" SessionNotOnOrAfter="${instantAt(100)}"`,
    };
    expect([judgeAt(session, 129), judgeAt(session, 130)]).toEqual([TAKEN, 'expired']);
    const signedIn = { authentication: ` AuthnInstant="${instantAt(100)}"` };
    expect([judgeAt(signedIn, 69), judgeAt(signedIn, 70)]).toEqual(['too_early', TAKEN]);
  });

  it('who signed in at the provider before a step-up was asked for is refused', () => {
    const parts = { authentication: ` AuthnInstant="${instantAt(-100)}"` };
    const judgeSince = (seconds: number) =>
      judgeBent({ signs, parts }, { authenticatedSince: new Date(instantAt(seconds)) });
    expect([judgeSince(-70), judgeSince(-69)]).toEqual([TAKEN, 'old_authentication']);
  });

  it('an answer that is confirmed in another way than by who bears it is refused', () => {
    const method = 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key';
    expect(judgeParts({ method })).toBe('unconfirmed');
    expect(judgeParts({ method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' })).toBe('unconfirmed');
    expect(judgeParts(confirmed({ NotBefore: instantAt(-60) }))).toBe('unconfirmed');
    const double = (text: string) =>
      text.replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, (one) => one + one);
    expect(judgeBent({ signs, assertion: double })).toBe('unexpected_shape');
    const none = (text: string) =>
      text.replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, '');
    expect(judgeBent({ signs, assertion: none })).toBe('unexpected_shape');
    const empty = (text: string) => text.replace(/<saml:SubjectConfirmationData.*Data>/, '');
    expect(judgeBent({ signs, assertion: empty })).toBe('unconfirmed');
  });

  it('another version of SAML is refused', () => {
    expect(judgeParts({ version: '1.1' })).toBe('unexpected_shape');
  });

  it.each([
    'yesterday',
    '2026-02-30T12:00:00Z',
    '2026-11-29 12:00:00Z',
    '2026-11-29T12:00:00+14:00',
    '99999-01-01T00:00:00Z',
  ])('a time that is none of SAML is refused: %j', (time) => {
    expect(judgeParts({ issuedAt: time })).toBe('unexpected_shape');
    expect(judgeParts({ validity: ` NotBefore="${time}"` })).toBe('unexpected_shape');
    expect(judgeParts({ validity: ` NotOnOrAfter="${time}"` })).toBe('unexpected_shape');
    expect(judgeParts({ authentication: ` AuthnInstant="${time}"` })).toBe('unexpected_shape');
    expect(judgeParts(confirmed({ NotOnOrAfter: time }))).toBe('unexpected_shape');
  });

  it('an assertion that never ends is refused', () => {
    expect(judgeParts(confirmed({ NotOnOrAfter: '' }))).toBe('unexpected_shape');
  });

  it('a condition that nobody here understands is refused, and two that say nothing more are tolerated', () => {
    const conditions = (more: string) => ({ restriction: USUAL.restriction + more });
    expect(judgeParts(conditions('<saml:OneTimeUse></saml:OneTimeUse>'))).toBe(TAKEN);
    expect(judgeParts(conditions('<saml:ProxyRestriction Count="0"></saml:ProxyRestriction>'))).toBe(TAKEN);
    expect(judgeParts(conditions('<saml:Condition></saml:Condition>'))).toBe('unexpected_shape');
  });
});

describe('an answer that signs nobody in', () => {
  const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:';
  const status = (...codes: string[]) =>
    `<samlp:Status>${codes.map((code) => `<samlp:StatusCode Value="${code}">`).join('')}${codes
      .map(() => '</samlp:StatusCode>')
      .join('')}</samlp:Status>`;

  it('is refused although it has an assertion', () => {
    expect(judgeBent({ parts: { status: status(`${STATUS}Responder`) } })).toBe('status');
    expect(
      judgeBent({ signs: 'both', parts: { status: status(`${STATUS}Success`, `${STATUS}AuthnFailed`) } }),
    ).toBe('status');
    expect(judgeBent({ parts: { status: '' } })).toBe('unexpected_shape');
    expect(judgeBent({ parts: { status: '<samlp:Status></samlp:Status>' } })).toBe('unexpected_shape');
  });

  it('says what the provider answered, by words of SAML alone', () => {
    const xml = write({
      signs: 'nothing',
      parts: { status: status(`${STATUS}Responder`, `${STATUS}AuthnFailed`, `${STATUS}&lt;b&gt;`) },
    }).replace(/<saml:Assertion.*<\/saml:Assertion>/s, '');
    expect(judgeXml(xml)).toBe('status');
    expect(() => readSamlResponse(encode(xml), expected)).toThrow(
      'Responder, AuthnFailed, an unknown status.',
    );
  });
});

it('an answer that is signed whole says for which address, and of which provider', () => {
  expect(judgeBent({ signs: 'response', parts: { destination: '' } })).toBe('wrong_destination');
  expect(judgeBent({ signs: 'assertion', parts: { destination: '' } })).toBe(TAKEN);
  const withoutIssuer = (text: string) => text.replace(/<saml:Issuer xmlns.*?<\/saml:Issuer>/, '');
  expect(judgeBent({ signs: 'assertion', sent: withoutIssuer })).toBe(TAKEN);
});

it('an encrypted assertion is refused', () => {
  const sent = (text: string) =>
    text.replace(
      /<saml:Assertion.*<\/saml:Assertion>/s,
      '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"></saml:EncryptedAssertion>',
    );
  expect(judgeBent({ sent })).toBe('encrypted');
});
