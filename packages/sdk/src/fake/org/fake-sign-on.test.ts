import { expect, it } from 'vitest';
import { FieldInspection } from '../../client.ts';
import { createFakeService } from '../create-fake-service.ts';

const openClient = () => new FieldInspection(createFakeService().clientOptions);

it.each([
  ['issuer', { protocol: 'oidc', issuer: 'http://login.example.com', client_id: 'field-inspection' }],
  ['sso_url', { protocol: 'saml', issuer: 'urn:provider', sso_url: 'http://login.example.com/sso' }],
  ['metadata_url', { protocol: 'saml', metadata_url: 'https://user@login.example.com/metadata' }],
] as const)(
  'the %s of a sign-on is taken as the service takes it: https, and no user in it',
  async (path, body) => {
    await expect(openClient().sso.put(body)).rejects.toMatchObject({ errors: [{ path: `body.${path}` }] });
  },
);

it('the issuer of SAML is a name, which need not be an address', async () => {
  const body = {
    protocol: 'saml',
    issuer: 'urn:provider',
    sso_url: 'https://login.example.com/sso',
  } as const;
  expect(await openClient().sso.put(body)).toMatchObject({ status: 'draft', issuer: 'urn:provider' });
});
