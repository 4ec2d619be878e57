import { refuse } from '../refusal/refuse-answer.ts';
import { attributeOf, childElements, hasWords, isNamed, type XmlElement } from '../xml/xml-tree.ts';
import type { SamlExpectation } from './expectation.ts';
import { readWords, refuseShape, requireAttribute, type AssertionParts } from './find-parts.ts';
import { hasBegun, hasPassed, isSince, parseInstant } from './instants.ts';
import { judgeHead, judgeIssuer, MAX_NAME_LENGTH } from './judge-response.ts';
import { saml } from './saml-names.ts';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

const MAX_SESSION_INDEX = 256;

/**
 * Judges an assertion whose signature holds, and says until when it is good (profiles 2.0, section 4.1.4.3).
 *
 * @throws {ProviderRefusal}
 */
export const judgeAssertion = (
  { assertion, issuer, subject, conditions, authentication }: AssertionParts,
  expected: SamlExpectation,
): { notOnOrAfter: Date; sessionIndex: string | null; nameId: XmlElement } => {
  judgeHead(assertion, expected);
  judgeIssuer(issuer, expected);
  const [nameId, confirmation, ...others] = childElements(subject);
  if (!nameId || !isNamed(nameId, saml('NameID')) || !confirmation || others.length > 0 || hasWords(subject))
    return refuseShape('Subject');
  const ends = [judgeConfirmation(confirmation, expected), judgeConditions(conditions, expected)];
  return {
    notOnOrAfter: new Date(Math.min(...ends)),
    sessionIndex: judgeAuthentication(authentication, expected),
    nameId,
  };
};

const judgeConfirmation = (confirmation: XmlElement, expected: SamlExpectation): number => {
  const [data, ...others] = childElements(confirmation);
  const isBearer =
    isNamed(confirmation, saml('SubjectConfirmation')) &&
    attributeOf(confirmation, 'Method') === BEARER &&
    data !== undefined &&
    isNamed(data, saml('SubjectConfirmationData')) &&
    data.children.length === 0 &&
    others.length === 0;
  if (!isBearer || attributeOf(data, 'NotBefore') !== undefined)
    return refuse('unconfirmed', 'The provider confirms its answer in another way than for who bears it.');
  if (attributeOf(data, 'Recipient') !== expected.acsUrl)
    refuse('wrong_recipient', 'The assertion of the provider was meant for another address.');
  if (attributeOf(data, 'InResponseTo') !== expected.requestId)
    refuse('unknown_request', 'The assertion of the provider answers another request than this one.');
  return requireEnd(requireAttribute(data, 'NotOnOrAfter'), expected);
};

const judgeConditions = (conditions: XmlElement, expected: SamlExpectation): number => {
  const begin = attributeOf(conditions, 'NotBefore');
  if (begin !== undefined && !hasBegun(parseInstant(begin) ?? refuseShape('Conditions'), expected.now))
    refuse('too_early', 'The assertion of the provider is not valid yet. Compare the clocks.');
  const end = attributeOf(conditions, 'NotOnOrAfter');
  const isFor = childElements(conditions).map((condition) => judgeCondition(condition, expected));
  if (!isFor.includes('audience')) refuseAudience();
  return end === undefined ? Number.POSITIVE_INFINITY : requireEnd(end, expected);
};

/** A condition that nobody here understands makes the assertion invalid (core 2.0, section 2.5.1). */
const judgeCondition = (condition: XmlElement, { audience }: SamlExpectation): 'audience' | 'tolerated' => {
  // Each assertion is taken once, and none is passed on.
  if (isNamed(condition, saml('OneTimeUse')) || isNamed(condition, saml('ProxyRestriction')))
    return 'tolerated';
  if (!isNamed(condition, saml('AudienceRestriction'))) return refuseShape('Conditions');
  const audiences = childElements(condition);
  if (!audiences.every((each) => isNamed(each, saml('Audience')))) refuseShape('Conditions');
  const isOurs = audiences.some((each) => readWords(each, MAX_NAME_LENGTH) === audience);
  return isOurs ? 'audience' : refuseAudience();
};

const judgeAuthentication = (
  authentication: XmlElement,
  { now, authenticatedSince }: SamlExpectation,
): string | null => {
  const instant =
    parseInstant(requireAttribute(authentication, 'AuthnInstant')) ?? refuseShape('AuthnStatement');
  if (!hasBegun(instant, now))
    refuse('too_early', 'The provider signed in somebody in the future. Compare the clocks.');
  if (authenticatedSince && !isSince(instant, authenticatedSince))
    refuse('old_authentication', 'The provider did not ask again who it is.');
  const end = attributeOf(authentication, 'SessionNotOnOrAfter');
  if (end !== undefined) requireEnd(end, { now });
  const index = attributeOf(authentication, 'SessionIndex') ?? null;
  return index !== null && index.length > MAX_SESSION_INDEX ? refuseShape('AuthnStatement') : index;
};

const requireEnd = (text: string, { now }: Pick<SamlExpectation, 'now'>): number => {
  const end = parseInstant(text) ?? refuseShape('Assertion');
  return hasPassed(end, now)
    ? refuse(
        'expired',
        'The answer of the provider is no longer valid. Sign in again, or compare the clocks.',
      )
    : end;
};

const refuseAudience = (): never =>
  refuse('wrong_audience', 'The assertion of the provider was made for another service.');
