import { ROLES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../../testing/call-api.ts';
import { signInAs } from '../../../testing/sign-in.ts';
import { makeCertificate } from '../testing/make-certificate.ts';
import { OIDC, openSsoWorld, type SsoWorld } from '../testing/open-sso-world.ts';

let world: SsoWorld;
beforeAll(async () => {
  world = await openSsoWorld();
});
afterAll(() => world.server.close());

const asKey = (apiKey: string, route: string, body?: unknown, headers = {}) =>
  callApi(world.server, route, { apiKey, root: '/v1', body, headers });

describe('setting a connection', () => {
  it('shows what the provider is given, and the secret to nobody', async () => {
    const { client, organisationId } = await world.openOrganisation();
    expect(await client.sso.get()).toMatchObject({ id: null, status: 'none', version: 0 });
    const set = await client.sso.put({ ...OIDC, client_secret: 'kept-by-the-provider' });
    const { baseUrl } = world.server.context.config;
    expect(set).toMatchObject({ status: 'draft', has_client_secret: true, enforced: false, version: 1 });
    expect(set.service).toEqual({
      redirect_uri: `${baseUrl}/sso/oidc/${set.id}/callback`,
      acs_url: `${baseUrl}/sso/saml/${set.id}/acs`,
      entity_id: `${baseUrl}/sso/saml/${set.id}/metadata`,
      start_url: `${baseUrl}/sso/${set.id}/start`,
    });
    const { prisma } = world.server.context.database;
    const rows = await prisma.$queryRawUnsafe<object[]>(
      `select c::text, (select string_agg(e::text, ' ') from org_entries e where e.organisation_id = c.organisation_id)
       from sso_connections c where organisation_id = '${organisationId}'`,
    );
    expect(JSON.stringify([set, rows])).not.toContain('kept-by-the-provider');
  });

  it('keeps the secret that is left out, and drops it for null and for SAML', async () => {
    const { client } = await world.openOrganisation();
    await client.sso.put({ ...OIDC, client_secret: 'one' });
    expect((await client.sso.put({ ...OIDC, just_in_time: true })).has_client_secret).toBe(true);
    expect((await client.sso.put({ ...OIDC, client_secret: null })).has_client_secret).toBe(false);
    await client.sso.put({ ...OIDC, client_secret: 'two' });
    const saml = await client.sso.put({ protocol: 'saml', issuer: 'urn:provider' });
    expect([saml.has_client_secret, saml.client_id]).toEqual([false, null]);
  });

  it('takes several certificates, each once, and warns before the end of one', async () => {
    const { client } = await world.openOrganisation();
    const [old, fresh] = [makeCertificate(10), makeCertificate()];
    const { certificates } = await client.sso.put({
      protocol: 'saml',
      pem_certificates: [old.pem, fresh.pem, old.pem],
    });
    expect(certificates.map(({ warning, source }) => [warning, source])).toEqual([
      [null, 'given'],
      ['ending', 'given'],
    ]);
    expect((await client.sso.put({ protocol: 'saml', issuer: 'urn:x' })).certificates).toHaveLength(2);
    expect((await client.sso.put({ ...OIDC })).certificates).toEqual([]);
  });

  it.each([
    ['an issuer without TLS', { ...OIDC, issuer: 'http://login.example.com' }, 'body.issuer'],
    ['an issuer in the private network', { ...OIDC, issuer: 'https://10.0.0.1' }, 'body.issuer'],
    ['an address of metadata', { protocol: 'saml', metadata_url: 'https://[::1]/m' }, 'body.metadata_url'],
    [
      'what is no certificate',
      {
        protocol: 'saml',
        pem_certificates: ['-----BEGIN CERTIFICATE-----AAAA-----END CERTIFICATE-----'],
      },
      'body.pem_certificates[0]',
    ],
    ['org_admin as a default', { ...OIDC, default_role: 'org_admin' }, 'body.default_role'],
  ])('refuses %s, and names it', async (_, body, path) => {
    const { apiKey } = await world.openOrganisation();
    const reply = await asKey(apiKey, 'PUT /org/sso', body);
    expect([outcomeOf(reply), reply.body.errors[0]?.path]).toEqual(['400 validation_error', path]);
  });

  it('is refused by the plan, and by a version that is not the newest', async () => {
    const { apiKey, organisationId, client } = await world.openOrganisation();
    await client.sso.put(OIDC);
    const late = await asKey(apiKey, 'PUT /org/sso', OIDC, { 'if-match': '"0"' });
    expect(outcomeOf(late)).toBe('412 precondition_failed');
    await world.setPlan(organisationId, 'pro');
    for (const route of ['PUT /org/sso', 'POST /org/sso/activate']) {
      const reply = await asKey(apiKey, route, route.startsWith('PUT') ? OIDC : undefined);
      expect([route, outcomeOf(reply)]).toEqual([route, '402 sso.not_in_plan']);
    }
    expect((await asKey(apiKey, 'GET /org/sso')).status).toBe(200);
  });

  it('takes who holds all that an org_admin holds: the provider vouches for admins, too', async () => {
    const { client } = await world.openOrganisation();
    const scopes = ROLES.org_admin.filter((scope) => scope !== 'billing:write');
    const { api_key } = await client.credentials.create({ name: 'nearly', scopes });
    expect(outcomeOf(await asKey(api_key, 'PUT /org/sso', OIDC))).toBe('403 permission_denied');
    const domain = await asKey(api_key, 'POST /org/domains', { name: 'nearly.example' });
    expect(outcomeOf(domain)).toBe('403 permission_denied');
  });
});

describe('a change of what was tested', () => {
  it.each([
    ['the issuer', { issuer: 'https://other.example.com' }],
    ['the client', { client_id: 'another' }],
    ['the secret', { client_secret: 'another' }],
    ['a claim', { claims: { email: 'upn' } }],
  ])('%s makes a draft of it, and is refused as long as it is enforced', async (_, change) => {
    const { client, verify, pass, admin } = await world.openOrganisation();
    await client.sso.put(OIDC);
    await verify();
    await pass();
    await client.sso.activate();
    await client.members.update(admin.memberId, { break_glass: true });
    const enforce = (enforced: boolean) => admin.call('POST /org/sso/enforce', { body: { enforced } });
    expect((await enforce(true)).body).toMatchObject({ status: 'active', enforced: true });
    await expect(client.sso.put({ ...OIDC, ...change })).rejects.toMatchObject({
      status: 409,
      code: 'sso.invalid_state',
    });
    expect(await client.sso.get()).toMatchObject({ status: 'active', enforced: true });
    await enforce(false);
    expect(await client.sso.put({ ...OIDC, ...change })).toMatchObject({
      ...{ status: 'draft', enforced: false, tested_at: null, tested_by: null },
    });
  });

  it.each([
    ['another issuer', { issuer: 'https://other.example.com' }],
    ['no issuer', { issuer: null }],
    ['another client', { client_id: 'another' }],
  ])('the secret of before is not shown to %s', async (_, change) => {
    const { client } = await world.openOrganisation();
    await client.sso.put({ ...OIDC, client_secret: 'secret' });
    expect((await client.sso.put(OIDC)).has_client_secret).toBe(true);
    expect((await client.sso.put({ ...OIDC, ...change })).has_client_secret).toBe(false);
  });

  it('what was not tested leaves it as it is', async () => {
    const { client, verify, pass } = await world.openOrganisation();
    await client.sso.put(OIDC);
    await verify();
    await pass();
    await client.sso.activate();
    const changed = await client.sso.put({ ...OIDC, just_in_time: true, default_role: 'inspector' });
    expect([changed.status, changed.default_role]).toEqual(['active', 'inspector']);
  });

  it('a certificate that comes beside another does not, and one in its place does', async () => {
    const { client, verify, pass } = await world.openOrganisation();
    const [old, fresh] = [makeCertificate().pem, makeCertificate().pem];
    const saml = { protocol: 'saml', issuer: 'urn:x', sso_url: 'https://login.example.com/saml' } as const;
    await client.sso.put({ ...saml, pem_certificates: [old] });
    await verify();
    await pass();
    await client.sso.activate();
    expect((await client.sso.put({ ...saml, pem_certificates: [old, fresh] })).status).toBe('active');
    expect((await client.sso.put({ ...saml, pem_certificates: [fresh] })).status).toBe('active');
    expect((await client.sso.put({ ...saml, pem_certificates: [makeCertificate().pem] })).status).toBe(
      'draft',
    );
  });

  it('persons of another provider are others, whatever they are called', async () => {
    const { client, organisationId, admin } = await world.openOrganisation();
    const { id } = await client.sso.put(OIDC);
    const { memberIdentity } = world.server.context.database.prisma;
    const where = { organisation_id: organisationId };
    await memberIdentity.create({
      data: {
        ...where,
        connection_id: id!,
        subject: 'a81bc81b',
        member_id: admin.memberId,
        created_at: world.server.clock.now(),
      },
    });
    await client.sso.put({ ...OIDC, client_id: 'another' });
    expect(await memberIdentity.count({ where })).toBe(1);
    await client.sso.put({ ...OIDC, issuer: 'https://other.example.com' });
    expect(await memberIdentity.count({ where })).toBe(0);
  });
});

describe('before it is on', () => {
  it('it is whole, tested, and has a verified domain', async () => {
    const { apiKey, admin, client, verify, pass } = await world.openOrganisation();
    const activate = async () => {
      const { body } = await asKey(apiKey, 'POST /org/sso/activate');
      return body.detail ?? body['status'];
    };
    expect(await activate()).toMatch(/^Test the connection first/);
    expect(outcomeOf(await admin.call('POST /org/sso/test'))).toBe('409 sso.invalid_state');
    await client.sso.put({ protocol: 'saml', issuer: 'urn:x' });
    expect((await admin.call('POST /org/sso/test')).body.detail).toMatch(
      /^Set sso_url, pem_certificates first/,
    );
    await client.sso.put(OIDC);
    const begun = await admin.call('POST /org/sso/test');
    expect([begun.status, begun.headers.getSetCookie().join()]).toEqual([
      200,
      expect.stringContaining('fis_sign_in='),
    ]);
    expect(outcomeOf(await asKey(apiKey, 'POST /org/sso/test'))).toBe('403 permission_denied');
    await pass();
    expect(await activate()).toMatch(/^Verify a domain first/);
    await verify();
    expect(await activate()).toBe('active');
    expect(await activate()).toBe('active');
  });

  it('it is enforced by who tested it in this session, and with an org_admin who passes it', async () => {
    const { admin, client, verify, pass, organisationId, kinds } = await world.openOrganisation();
    const enforce = async (person = admin) =>
      (await person.call('POST /org/sso/enforce', { body: { enforced: true } })).body;
    await client.sso.put(OIDC);
    await verify();
    await pass();
    expect((await enforce()).detail).toMatch(/^Activate the connection first/);
    await client.sso.activate();
    expect((await enforce()).detail).toMatch(/^Set break_glass of an active org_admin first/);
    await client.members.update(admin.memberId, { break_glass: true });
    const other = await signInAs(world.server, 'org_admin', { organisationId });
    expect((await enforce(other)).detail).toMatch(/^Test the connection in this session first/);
    expect(await enforce()).toMatchObject({ enforced: true });
    expect((await client.sso.disable()).status).toBe('tested');
    expect(await client.sso.get()).toMatchObject({ enforced: false });
    expect(await kinds()).toEqual([
      ...['sso.changed', 'sso.domain_added', 'sso.domain_verified'],
      ...['sso.activated', 'sso.enforced', 'sso.disabled'],
    ]);
  });

  it('the last org_admin who passes it stays one while it is enforced', async () => {
    const { admin, apiKey, client, verify, pass, organisationId } = await world.openOrganisation();
    await signInAs(world.server, 'org_admin', { organisationId });
    await client.sso.put(OIDC);
    await verify();
    await pass();
    await client.sso.activate();
    await client.members.update(admin.memberId, { break_glass: true });
    await admin.call('POST /org/sso/enforce', { body: { enforced: true } });
    const path = `/org/members/${admin.memberId}`;
    for (const change of [{ break_glass: false }, { role: 'inspector' }, { status: 'disabled' }])
      expect(outcomeOf(await asKey(apiKey, `PATCH ${path}`, change))).toBe('409 org.last_admin');
    expect(outcomeOf(await asKey(apiKey, `DELETE ${path}`))).toBe('409 org.last_admin');
    await client.sso.disable();
    expect((await asKey(apiKey, `PATCH ${path}`, { break_glass: false })).status).toBe(200);
  });

  it('break_glass is of an org_admin alone, and given by who holds what one holds', async () => {
    const { client, apiKey, organisationId } = await world.openOrganisation();
    const { memberId } = await signInAs(world.server, 'inspector', { organisationId });
    const path = `PATCH /org/members/${memberId}`;
    expect(outcomeOf(await asKey(apiKey, path, { break_glass: true }))).toBe('409 member.invalid_state');
    expect((await asKey(apiKey, path, { break_glass: true, role: 'org_admin' })).status).toBe(200);
    const { api_key } = await client.credentials.create({
      name: 'few',
      scopes: ['org:read', 'members:write'],
    });
    expect(outcomeOf(await asKey(api_key, path, { break_glass: false }))).toBe('403 permission_denied');
  });
});
