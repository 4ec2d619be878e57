import { describe, expect, it } from 'vitest';
import { judgeIdToken } from './judge-id-token.ts';
import { makeEcKey, makeRsaKey, showKey } from './testing/sign-token.ts';
import { CLIENT_ID, ownKey, type Lies } from './testing/start-lying-provider.ts';
import { useOidcWorld } from './testing/use-oidc-world.ts';

const world = useOidcWorld();
const foreign = makeRsaKey('own');
const elliptic = makeEcKey('elliptic');

const inSeconds = (seconds: number): number =>
  Math.floor(new Date('2031-05-04T12:00:00Z').getTime() / 1_000) + seconds;

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('an ID token that is taken', () => {
  it('says who signed in', async () => {
    const { person, idToken, authTime } = await world().signIn();

    expect(person).toMatchObject({
      subject: 'ada',
      email: 'ada@acme.example',
      emailVerified: true,
      displayName: 'Ada Lovelace',
      groups: ['inspectors'],
    });
    expect(person.claims).toMatchObject({ sub: 'ada', groups: ['inspectors'] });
    expect(idToken.split('.')).toHaveLength(3);
    expect(authTime).toBeNull();
  });

  it.each<[string, Lies]>([
    ['by a key on an elliptic curve', { key: elliptic, header: { alg: 'ES256' }, keys: [showKey(elliptic)] }],
    ['without kid, where there is one key', { header: { kid: undefined } }],
    ['for two clients, of which this one asked', { claims: { aud: [CLIENT_ID, 'other'], azp: CLIENT_ID } }],
    ['by a clock that is half a minute ahead', { claims: { iat: inSeconds(29), nbf: inSeconds(29) } }],
    ['by a clock that is half a minute behind', { claims: { iat: inSeconds(-329), exp: inSeconds(-29) } }],
    ['with the hash of its access token', { claims: { at_hash: 'oFYf1knNtrqnhAVfBRuteQ' } }],
  ])('may be made %s', async (_, lies) => {
    const { person } = await world().signIn(lies);
    expect(person.subject).toBe('ada');
  });

  it('is judged by the clock of the service, not by that of the host', async () => {
    const { net, signIn } = world();
    net.clock.advance(365 * 86_400_000);
    expect((await signIn()).person.subject).toBe('ada');
  });
});

describe('an ID token is refused, with its reason,', () => {
  it.each<[string, string, Lies]>([
    ['signed by a foreign key with the name of the own', 'foreign_signature', { key: foreign }],
    ['with no signature', 'refused_algorithm', { key: null, header: { alg: 'none' } }],
    ['signed by the client secret', 'refused_algorithm', { key: 'secret', header: { alg: 'HS256' } }],
    [
      'signed by the public key as a secret',
      'refused_algorithm',
      {
        key: ownKey.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        header: { alg: 'HS256' },
        metadata: { id_token_signing_alg_values_supported: ['HS256', 'RS256', 'none'] },
      },
    ],
    ['of RS256, with a key of EC', 'unknown_key', { keys: [{ ...showKey(elliptic), kid: 'own' }] }],
    ['with an extension that must be understood', 'invalid_answer', { header: { crit: ['exp'] } }],
    ['that is encrypted', 'encrypted_token', { idToken: 'a.b.c.d.e' }],
    ['of two parts', 'invalid_answer', { idToken: 'a.b' }],
    ['whose header is no JSON', 'invalid_answer', { idToken: '###.###.###' }],
    [
      'whose claims are a list',
      'invalid_answer',
      { idToken: `${encode({ alg: 'RS256' })}.${encode([])}.eA` },
    ],
    ['of another issuer', 'foreign_issuer', { claims: { iss: 'https://evil.example' } }],
    [
      'of another tenant',
      'foreign_issuer',
      { claims: { iss: 'https://localhost/other/v2.0', tid: 'other' } },
    ],
    ['for another client', 'foreign_audience', { claims: { aud: 'other' } }],
    ['for another client among several', 'foreign_audience', { claims: { aud: ['other', 'third'] } }],
    ['for two clients, of which nobody asked', 'foreign_audience', { claims: { aud: [CLIENT_ID, 'other'] } }],
    [
      'for two clients, of which the other asked',
      'foreign_audience',
      { claims: { aud: [CLIENT_ID, 'other'], azp: 'other' } },
    ],
    ['that another client asked for', 'foreign_audience', { claims: { azp: 'other' } }],
    ['of another sign-in', 'foreign_nonce', { claims: { nonce: 'nonce-of-eve' } }],
    ['without nonce', 'foreign_nonce', { claims: { nonce: undefined } }],
    ['that has expired', 'expired', { claims: { exp: inSeconds(-31) } }],
    ['that was issued in the future', 'issued_in_future', { claims: { iat: inSeconds(31) } }],
    ['that is not valid yet', 'not_yet_valid', { claims: { nbf: inSeconds(31) } }],
    ['whose end is a text', 'invalid_answer', { claims: { exp: 'never' } }],
    ['without iat', 'missing_claim', { claims: { iat: undefined } }],
    ['without exp', 'missing_claim', { claims: { exp: undefined } }],
    ['without sub', 'missing_claim', { claims: { sub: undefined } }],
    ['with an empty sub', 'unusable_subject', { claims: { sub: '' } }],
    ['with a sub that is a number', 'invalid_answer', { claims: { sub: 7 } }],
    ['with a sub of 256 characters', 'unusable_subject', { claims: { sub: 's'.repeat(256) } }],
    ['with a sub of a line break', 'unusable_subject', { claims: { sub: 'ada\nadmin' } }],
    ['of another access token', 'foreign_access_token', { claims: { at_hash: 'x' } }],
    ['with an at_hash that is no text', 'foreign_access_token', { claims: { at_hash: { length: 1 } } }],
    ['that is not there', 'missing_id_token', { token: { id_token: undefined } }],
    ['that is no text', 'missing_id_token', { token: { id_token: 7 } }],
    ['beside no access token', 'invalid_answer', { token: { access_token: undefined } }],
    ['beside an access token of an unknown kind', 'invalid_answer', { token: { token_type: 'mac' } }],
  ])('%s: %s', async (_, reason, lies) => {
    await expect(world().signIn(lies)).rejects.toMatchObject({ name: 'ProviderRefusal', reason });
  });

  it('of a personal account at Google, whose address nobody vouches for', () => {
    const claims = {
      iss: 'https://accounts.google.com',
      sub: '1',
      aud: CLIENT_ID,
      iat: inSeconds(0),
      exp: inSeconds(60),
    };
    const rules = { clientId: CLIENT_ID, now: new Date(inSeconds(0) * 1_000), authenticatedSince: null };
    expect(() => judgeIdToken(claims, rules)).toThrow(
      expect.objectContaining({ reason: 'personal_account' }),
    );
    expect(() => judgeIdToken({ ...claims, hd: 'acme.example' }, rules)).not.toThrow();
  });
});

describe('a step-up', () => {
  const since = new Date(inSeconds(-60) * 1_000);

  it('takes a login since it began', async () => {
    const { authTime } = await world().signIn(
      { claims: { auth_time: inSeconds(-59) } },
      { authenticatedSince: since },
    );
    expect(authTime).toEqual(new Date(inSeconds(-59) * 1_000));
  });

  it.each<[string, string, unknown]>([
    ['an older login', 'login_too_old', inSeconds(-91)],
    ['no word of when it was', 'missing_claim', undefined],
    ['a time that is a text', 'invalid_answer', 'now'],
  ])('is refused with %s: %s', async (_, reason, authTime) => {
    const signedIn = world().signIn({ claims: { auth_time: authTime } }, { authenticatedSince: since });
    await expect(signedIn).rejects.toMatchObject({ name: 'ProviderRefusal', reason });
  });
});
