/** The attributes that say who somebody is; what the connection leaves out has the usual names. */
export type SamlClaimMap = { email?: string; name?: string; groups?: string };

const IDENTITY = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';

/** As Entra, Okta, Google, Keycloak, ADFS and Shibboleth name them; the first that is there is taken. */
export const USUAL_NAMES = {
  email: [
    `${IDENTITY}emailaddress`,
    'email',
    'mail',
    'emailAddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'urn:oid:1.2.840.113549.1.9.1',
  ],
  name: [
    'displayName',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'urn:oid:2.16.840.1.113730.3.1.241',
  ],
  givenName: [`${IDENTITY}givenname`, 'givenName', 'firstName', 'first_name', 'urn:oid:2.5.4.42'],
  surname: [`${IDENTITY}surname`, 'surname', 'sn', 'lastName', 'last_name', 'urn:oid:2.5.4.4'],
  // Entra's "name" is the name by which somebody signs in.
  otherName: ['name', 'cn', 'urn:oid:2.5.4.3', `${IDENTITY}name`],
  groups: [
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
    'http://schemas.xmlsoap.org/claims/Group',
    'groups',
    'group',
    'memberOf',
    'member',
    'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
  ],
} as const;
