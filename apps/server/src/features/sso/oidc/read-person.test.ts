import { describe, expect, it } from 'vitest';
import { USUAL_CLAIMS } from './oidc-settings.ts';
import { readPerson, type Claims } from './read-person.ts';

const ENTRA = 'https://login.microsoftonline.com/2f3ea2cd-9a1b-4a9e-8a10-4fc8a7b0d2a1/v2.0';

const read = (claims: Claims, claimMap = USUAL_CLAIMS) => readPerson({ sub: 'ada', ...claims }, claimMap);

describe('the address of a person', () => {
  it.each<[string, Claims, string | null, boolean | null]>([
    ['is vouched for', { email: 'ada@acme.example', email_verified: true }, 'ada@acme.example', true],
    [
      'is vouched for in a text',
      { email: 'ada@acme.example', email_verified: 'true' },
      'ada@acme.example',
      true,
    ],
    ['is denied', { email: 'ada@acme.example', email_verified: false }, 'ada@acme.example', false],
    [
      'is denied in a text',
      { email: 'ada@acme.example', email_verified: 'false' },
      'ada@acme.example',
      false,
    ],
    ['comes without a word, as from Entra', { email: 'ada@acme.example' }, 'ada@acme.example', null],
    ...[0, 1, '0', 'no', 'False', '', [], {}].map((word): [string, Claims, string, boolean] => [
      `has a word that is no clear yes: ${JSON.stringify(word)}`,
      { email: 'ada@acme.example', email_verified: word },
      'ada@acme.example',
      false,
    ]),
    [
      'is the name at Entra, where there is none',
      { iss: ENTRA, preferred_username: 'ada@acme.example' },
      'ada@acme.example',
      null,
    ],
    [
      'is the name, and nobody vouches for that',
      { iss: ENTRA, preferred_username: 'ada@acme.example', email_verified: true },
      'ada@acme.example',
      null,
    ],
    [
      'is the name, and is denied',
      { iss: ENTRA, preferred_username: 'ada@acme.example', email_verified: false },
      'ada@acme.example',
      false,
    ],
    ['is not there', {}, null, null],
    ['is no address', { email: 'ada', preferred_username: 'ada' }, null, null],
    [
      'is not the name that people choose elsewhere',
      { iss: 'https://id.acme.example', preferred_username: 'ada@acme.example' },
      null,
      null,
    ],
    [
      'is not the name where the address can’t be read',
      { iss: ENTRA, email: 'ada', preferred_username: 'ada@acme.example' },
      null,
      null,
    ],
    ['has two domains', { email: 'ada@acme.example@evil.example' }, null, null],
    ['is a list', { email: ['ada@acme.example'] }, null, null],
    ['has markup', { email: '<b>ada</b>@acme.example' }, null, null],
  ])('%s', (_, claims, email, emailVerified) => {
    expect(read(claims)).toMatchObject({ email, emailVerified });
  });

  it('may be in another claim, for which email_verified does not vouch', () => {
    const claims = { upn: 'ada@acme.example', email: 'ada@gmail.example', email_verified: true };
    expect(read(claims, { ...USUAL_CLAIMS, email: 'upn' })).toMatchObject({
      email: 'ada@acme.example',
      emailVerified: null,
    });
  });
});

describe('the name of a person', () => {
  it.each<[Claims, string | null]>([
    [{ name: 'Ada Lovelace' }, 'Ada Lovelace'],
    [{ given_name: 'Ada', family_name: 'Lovelace' }, 'Ada Lovelace'],
    [{ family_name: 'Lovelace' }, 'Lovelace'],
    [{ name: { first: 'Ada' } }, null],
    [{ name: 'Ada\u202eecalevoL' }, null],
    [{ name: 'a'.repeat(201) }, null],
    [{}, null],
  ])('%j', (claims, displayName) => expect(read(claims).displayName).toBe(displayName));
});

describe('the groups of a person', () => {
  it.each<[string, unknown, string[]]>([
    ['are a list', ['a', 'b'], ['a', 'b']],
    ['are one', 'a', ['a']],
    ['are none', undefined, []],
    [
      'are texts that can be stored alone',
      ['a', 7, null, ['b'], {}, '', 'g'.repeat(257), 'a\0', '\ud800'],
      ['a'],
    ],
    [
      'are a thousand at most',
      Array.from({ length: 1_001 }, () => 'a'),
      Array.from({ length: 1_000 }, () => 'a'),
    ],
  ])('%s', (_, groups, expected) => expect(read({ groups }).groups).toEqual(expected));
});

describe('the claims for who tests a connection', () => {
  it('are as they came, but for what is of the exchange', () => {
    const claims = { nonce: 'n', at_hash: 'h', flag: true, number: 7, list: ['a', 1, {}], object: { a: 1 } };
    expect(read(claims).claims).toEqual({
      sub: 'ada',
      flag: 'true',
      number: '7',
      list: ['a', '1', '{…}'],
      object: '{…}',
    });
  });

  it('are bounded in number and length, and can be stored', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`claim${index}`, 'x']));
    const { claims } = read({
      long: 'x'.repeat(9_999),
      list: Array.from({ length: 99 }, () => 'x\0\ud800'),
      ...many,
    });
    expect(Object.keys(claims)).toHaveLength(50);
    expect(claims['long']).toHaveLength(500);
    expect(claims['list']).toEqual(Array.from({ length: 50 }, () => 'x\ufffd\ufffd'));
  });

  it('reach no prototype', () => {
    const claims = JSON.parse('{"sub":"ada","__proto__":{"polluted":"yes"},"constructor":"x"}') as Claims;
    const person = readPerson(claims, USUAL_CLAIMS);
    expect(person.claims).toEqual({ sub: 'ada', constructor: 'x' });
    expect('polluted' in person.claims).toBe(false);
  });
});
