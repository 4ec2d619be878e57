import { MAX_PAGE } from './list-resources.ts';
import { GROUP_SCHEMA, USER_SCHEMA } from './scim-view.ts';

type Attribute = { name: string } & Record<string, unknown>;

const attribute = (name: string, more: Record<string, unknown> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description: name,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const complex = (name: string, parts: Attribute[], more: Record<string, unknown> = {}): Attribute =>
  attribute(name, { type: 'complex', subAttributes: parts, ...more });

const USER = [
  attribute('userName', { required: true, uniqueness: 'server' }),
  attribute('displayName'),
  complex('name', [attribute('formatted'), attribute('givenName'), attribute('familyName')]),
  complex('emails', [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })], {
    multiValued: true,
  }),
  attribute('active', { type: 'boolean' }),
  attribute('locale'),
  complex('groups', [attribute('value'), attribute('display')], {
    multiValued: true,
    mutability: 'readOnly',
  }),
];

const GROUP = [
  attribute('displayName', { required: true, uniqueness: 'server' }),
  complex('members', [attribute('value', { mutability: 'immutable' }), attribute('display')], {
    multiValued: true,
  }),
];

/** The descriptions of RFC 7643, sections 5 to 7, each by the end of its path. */
export const describeService = (url: string): Record<string, object | object[]> => ({
  ServiceProviderConfig: {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_PAGE },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token of the organisation, made with POST /v1/org/directory/tokens',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${url}/ServiceProviderConfig` },
  },
  Schemas: [
    describeSchema(url, { id: USER_SCHEMA, name: 'User', description: 'A person', attributes: USER }),
    describeSchema(url, { id: GROUP_SCHEMA, name: 'Group', description: 'A group', attributes: GROUP }),
  ],
  ResourceTypes: [
    describeType(url, { name: 'User', schema: USER_SCHEMA }),
    describeType(url, { name: 'Group', schema: GROUP_SCHEMA }),
  ],
});

const describeSchema = (
  url: string,
  schema: { id: string; name: string; description: string; attributes: Attribute[] },
) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  ...schema,
  meta: { resourceType: 'Schema', location: `${url}/Schemas/${schema.id}` },
});

const describeType = (url: string, { name, schema }: { name: string; schema: string }) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint: `/${name}s`,
  description: name,
  schema,
  meta: { resourceType: 'ResourceType', location: `${url}/ResourceTypes/${name}` },
});
