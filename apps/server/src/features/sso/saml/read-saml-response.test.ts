import { describe, expect, it } from 'vitest';
import { issueSigner } from './testing/issue-signer.ts';
import { openSamlCase, TAKEN } from './testing/open-saml-case.ts';
import { EXPECTED, instantAt, USUAL } from './testing/write-response.ts';

const { judge, judgeBent, read, encode, write, expected } = openSamlCase();

const FORMAT = 'urn:oasis:names:tc:SAML:';

describe('an answer of the provider', () => {
  it.each(['assertion', 'response', 'both'] as const)(
    'says who signed in where the provider signs %s',
    (signs) => {
      expect(read({ signs })).toEqual({
        person: {
          subject: 'maria@example.com',
          email: 'maria@example.com',
          emailVerified: null,
          displayName: 'Maria Gómez',
          groups: ['inspectors', 'admins & others'],
          claims: { displayName: 'Maria Gómez', groups: ['inspectors', 'admins & others'] },
        },
        sessionIndex: '_session',
        notOnOrAfter: new Date(instantAt(300)),
      });
    },
  );

  it('is taken with its base64 in lines, and with white space between its elements', () => {
    const spaced = write({
      assertion: (text) =>
        text
          .replaceAll('><', '>\n  <')
          .replace('>\n  </saml:SubjectConfirmationData', '></saml:SubjectConfirmationData'),
    });
    expect(judge(encode(spaced).replace(/.{76}/g, '$&\r\n'))).toBe(TAKEN);
  });

  it('is taken with a declaration in front, and with line ends of Windows around what is signed', () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\r\n${write({ signs: 'assertion' })}\r\n`;
    expect(judge(encode(xml))).toBe(TAKEN);
  });

  it('is taken by the second of two certificates, and by none where it is gone', () => {
    const [other] = [issueSigner('P-256')];
    const { certificates } = expected;
    expect(judge(encode(write()), { certificates: [other.certificate, ...certificates] })).toBe(TAKEN);
    expect(judge(encode(write()), { certificates: [other.certificate] })).toBe('foreign_signature');
    expect(judge(encode(write()), { certificates: [] })).toBe('foreign_signature');
  });

  it('is valid until the sooner of both ends', () => {
    const parts = { validity: ` NotBefore="${instantAt(-60)}" NotOnOrAfter="${instantAt(120)}"` };
    expect(read({ parts }).notOnOrAfter).toEqual(new Date(instantAt(120)));
    expect(read({ parts: { validity: '' } }).notOnOrAfter).toEqual(new Date(instantAt(300)));
  });

  it('may have no index of a session', () => {
    expect(read({ parts: { authentication: ` AuthnInstant="${instantAt(0)}"` } }).sessionIndex).toBeNull();
  });
});

describe('the subject', () => {
  it.each([
    '2.0:nameid-format:persistent',
    '1.1:nameid-format:unspecified',
    '1.1:nameid-format:emailAddress',
  ])('is a NameID of the format %s', (format) => {
    const parts = { nameIdAttributes: ` Format="${FORMAT}${format}"`, nameId: 'u-1' };
    expect(read({ parts }).person).toMatchObject({ subject: 'u-1', email: null });
  });

  it('is a NameID without a format', () => {
    expect(read({ parts: { nameIdAttributes: '' } }).person.email).toBe('maria@example.com');
  });

  it.each(['2.0:nameid-format:transient', '2.0:nameid-format:kerberos', '1.1:nameid-format:X509SubjectName'])(
    'is no NameID of the format %s',
    (format) => {
      expect(judgeBent({ parts: { nameIdAttributes: ` Format="${FORMAT}${format}"` } })).toBe(
        'unusable_subject',
      );
    },
  );

  it('is a persistent NameID only of this provider at this service', () => {
    const persistent = `Format="${FORMAT}2.0:nameid-format:persistent"`;
    const judgeWith = (more: string) => judgeBent({ parts: { nameIdAttributes: ` ${persistent}${more}` } });
    expect(judgeWith(` NameQualifier="${EXPECTED.issuer}" SPNameQualifier="${EXPECTED.audience}"`)).toBe(
      TAKEN,
    );
    expect(judgeWith(' NameQualifier="https://other.example"')).toBe('unusable_subject');
    expect(judgeWith(' SPNameQualifier="https://other.example"')).toBe('unusable_subject');
  });

  it.each([' maria', 'maria\n', 'ma\tria'])('has no white space: %j', (nameId) => {
    expect(judgeBent({ parts: { nameId } })).toBe('unusable_subject');
  });

  it.each(['', '<b></b>', 'ma<b xmlns="urn:b"></b>ria', 'x'.repeat(257)])(
    'is one text of 256 at most: %.20s',
    (nameId) => {
      expect(judgeBent({ parts: { nameId } })).toBe('unexpected_shape');
    },
  );
});

describe('the claims', () => {
  const persistent = ` Format="${FORMAT}2.0:nameid-format:persistent"`;
  const personWith = (attributes: [string, string[]][], claimMap = {}) =>
    read({ parts: { nameIdAttributes: persistent, nameId: 'u-1', attributes } }, { claimMap }).person;
  const IDENTITY = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';

  it.each([`${IDENTITY}emailaddress`, 'email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3'])(
    'name the address as %s',
    (name) => {
      expect(personWith([[name, ['maria@example.com']]]).email).toBe('maria@example.com');
    },
  );

  it('name no address where it is none, and none by a persistent NameID', () => {
    expect(personWith([['email', ['not an address']]]).email).toBeNull();
    expect(read({ parts: { nameIdAttributes: persistent, attributes: [] } }).person.email).toBeNull();
  });

  it('name the person by a whole name, or by both parts of it', () => {
    expect(personWith([['displayName', ['Maria Gómez']]]).displayName).toBe('Maria Gómez');
    const parts: [string, string[]][] = [
      [`${IDENTITY}name`, ['maria@example.com']],
      [`${IDENTITY}givenname`, ['Maria']],
      [`${IDENTITY}surname`, ['Gómez']],
    ];
    expect(personWith(parts).displayName).toBe('Maria Gómez');
    expect(personWith([]).displayName).toBeNull();
  });

  it.each([
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
    'http://schemas.xmlsoap.org/claims/Group',
    'groups',
    'memberOf',
  ])('name the groups as %s', (name) => {
    expect(personWith([[name, ['a', 'b']]]).groups).toEqual(['a', 'b']);
  });

  it('are named by the connection, which then knows no other name', () => {
    const attributes: [string, string[]][] = [
      ['team', ['north']],
      ['groups', ['south']],
      ['alias', ['maria@example.com']],
      ['email', ['other@example.com']],
      ['called', ['Maria']],
    ];
    const claimMap = { groups: 'team', email: 'alias', name: 'called' };
    expect(personWith(attributes, claimMap)).toMatchObject({
      groups: ['north'],
      email: 'maria@example.com',
      displayName: 'Maria',
    });
    expect(personWith(attributes, { groups: 'none', email: 'none', name: 'none' })).toMatchObject({
      groups: [],
      email: null,
      displayName: null,
    });
  });

  it('are bounded in number and length', () => {
    const groups = Array.from({ length: 1_200 }, (_, at) => `group-${at}`);
    const many = Array.from({ length: 80 }, (_, at): [string, string[]] => [
      `claim-${at}`,
      ['v'.repeat(900)],
    ]);
    const person = personWith([['groups', ['g'.repeat(257), ...groups]], ...many]);
    expect(person.groups).toEqual(groups.slice(0, 1_000));
    expect(Object.keys(person.claims)).toHaveLength(50);
    expect(person.claims['groups']).toHaveLength(50);
    expect(person.claims['claim-1']).toHaveLength(500);
  });

  it('set nothing of an object', () => {
    const { claims } = personWith([
      ['__proto__', ['x']],
      ['constructor', ['y']],
    ]);
    expect(Object.entries(claims)).toEqual([['constructor', 'y']]);
    expect(Object.getPrototypeOf(claims)).toBe(Object.prototype);
  });

  it('that came twice under one name are put together, and those that hold elements have no value', () => {
    const attributes = [...USUAL.attributes, ['groups', ['third']]] as [string, string[]][];
    const bend = {
      parts: { attributes },
      assertion: (text: string) => text.replace('>inspectors<', '><b xmlns="urn:b">inspectors</b><'),
    };
    expect(read(bend).person.groups).toEqual(['admins & others', 'third']);
  });
});
