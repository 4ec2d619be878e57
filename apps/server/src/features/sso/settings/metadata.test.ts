import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SafeFetch } from '../../../platform/safe-fetch/create-safe-fetch.ts';
import { callApi } from '../../../testing/call-api.ts';
import { makeCertificate } from '../testing/make-certificate.ts';
import { openSsoWorld, type SsoWorld } from '../testing/open-sso-world.ts';
import { lookAtMetadata } from './look-at-metadata.job.ts';

const URL_OF = 'https://login.example.com/metadata';

/** The provider shows this; null: it does not answer. */
let shown: string | null = null;

const providerFetch = Object.assign(
  () =>
    Promise.resolve(
      shown === null
        ? { ok: false, errorClass: 'timeout', message: 'Nobody answered.', durationMs: 1 }
        : { ok: true, status: 200, headers: {}, bodyExcerpt: shown, durationMs: 1 },
    ),
  { close: async () => {} },
) as unknown as SafeFetch;

const writeMetadata = (pems: string[], entityId = 'urn:provider'): string => {
  const keys = pems.map((pem) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, ''));
  return [
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">`,
    '<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
    ...keys.map(
      (key) =>
        `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${key}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
    ),
    '<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://login.example.com/saml"/>',
    '</IDPSSODescriptor></EntityDescriptor>',
  ].join('');
};

let world: SsoWorld;
beforeAll(async () => {
  world = await openSsoWorld({}, { providerFetch });
});
beforeEach(() => {
  shown = null;
});
afterAll(() => world.server.close());

const look = () => lookAtMetadata.run(world.server.context, {});

describe('the metadata of a provider', () => {
  it('give what is left out, at once', async () => {
    const { client } = await world.openOrganisation();
    shown = writeMetadata([makeCertificate().pem]);
    const set = await client.sso.put({ protocol: 'saml', metadata_url: URL_OF });
    expect(set).toMatchObject({ issuer: 'urn:provider', sso_url: 'https://login.example.com/saml' });
    expect(set.certificates.map(({ source }) => source)).toEqual(['metadata']);
    expect(set.metadata_read_at).not.toBeNull();
  });

  it('that can’t be read are refused, with why', async () => {
    const { apiKey } = await world.openOrganisation();
    for (const [metadata, why] of [
      [null, /were not read/],
      ['<!DOCTYPE x><x/>', /metadata_url/],
      ['not XML', /metadata_url/],
    ] as const) {
      shown = metadata;
      const body = { protocol: 'saml', metadata_url: URL_OF };
      const reply = await callApi(world.server, 'PUT /org/sso', { apiKey, root: '/v1', body });
      expect([reply.status, reply.body.errors[0]?.path]).toEqual([400, 'body.metadata_url']);
      expect(reply.body.detail).toMatch(why);
    }
  });

  it('are looked at each day: a new certificate comes, an old one goes, a given one stays', async () => {
    const { client, kinds } = await world.openOrganisation();
    const [given, old, fresh] = [makeCertificate().pem, makeCertificate().pem, makeCertificate().pem];
    shown = writeMetadata([old]);
    await client.sso.put({ protocol: 'saml', metadata_url: URL_OF, pem_certificates: [given] });
    shown = writeMetadata([old, fresh]);
    await look();
    expect((await client.sso.get()).certificates).toHaveLength(3);
    shown = writeMetadata([fresh]);
    await look();
    await look();
    const { certificates } = await client.sso.get();
    expect(certificates.map(({ source }) => source).sort()).toEqual(['given', 'metadata']);
    expect((await kinds()).filter((kind) => kind === 'sso.certificates_changed')).toHaveLength(2);
  });

  it('that are gone, or another provider’s, change nothing, and the settings say so', async () => {
    const { client } = await world.openOrganisation();
    shown = writeMetadata([makeCertificate().pem]);
    await client.sso.put({ protocol: 'saml', metadata_url: URL_OF });
    shown = null;
    await look();
    expect((await client.sso.get()).metadata_fault).toMatch(/were not read/);
    shown = writeMetadata([makeCertificate().pem], 'urn:another');
    await look();
    const held = await client.sso.get();
    expect(held.metadata_fault).toMatch(/another provider/);
    expect(held.certificates).toHaveLength(1);
    shown = writeMetadata([makeCertificate().pem]);
    await look();
    expect((await client.sso.get()).metadata_fault).toBeNull();
  });
});
