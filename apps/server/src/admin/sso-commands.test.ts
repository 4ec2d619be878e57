import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCertificate } from '../features/sso/testing/make-certificate.ts';
import { OIDC, openSsoWorld, type SsoWorld } from '../features/sso/testing/open-sso-world.ts';
import { signInAs } from '../testing/sign-in.ts';
import { COMMANDS } from './commands.ts';
import { KEYED_COMMANDS } from './keyed-commands.ts';
import { AdminError, readOptions } from './options.ts';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
let world: SsoWorld;
beforeAll(async () => {
  world = await openSsoWorld();
});
afterAll(() => world.server.close());

const admin = async (command: string, organisation: string, ...more: string[]): Promise<unknown> => {
  const options = readOptions([...command.split(' '), '--organisation', organisation, ...more]);
  const { run } = { ...COMMANDS, ...KEYED_COMMANDS }[options.command]!;
  const result = await run(world.server.context, options);
  return JSON.parse(JSON.stringify(result)) as unknown;
};

const lastEntry = async (organisationId: string) => {
  const { orgEntry } = world.server.context.database.prisma;
  const where = { organisation_id: organisationId };
  const { kind, payload } = await orgEntry.findFirstOrThrow({ where, orderBy: { sequence: 'desc' } });
  return { kind, payload };
};

/** Sets a connection by what comes by standard input. */
const set = (organisation: string, input: string) => {
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(
    Readable.from([Buffer.from(input)]) as typeof process.stdin,
  );
  return admin('sso set', organisation);
};

describe('the commands about a sign-on', () => {
  it('sso set: sets what the API sets, with the same body, and stands in the own chain as the host’s', async () => {
    const { client, organisationId } = await world.openOrganisation();
    const body = { ...OIDC, client_secret: 'kept-by-the-provider', just_in_time: true };
    const shown = await set(organisationId, JSON.stringify(body));
    const held = await client.sso.get();
    expect(held).toMatchObject({ ...OIDC, status: 'draft', has_client_secret: true, just_in_time: true });
    expect(shown).toMatchObject({ id: held.id, protocol: 'oidc', redirect_uri: held.service.redirect_uri });
    const { kind, payload } = await lastEntry(organisationId);
    expect([kind, payload]).toEqual(['sso.changed', expect.objectContaining({ host: true, secret: true })]);
    expect(JSON.stringify([shown, payload])).not.toContain('kept-by-the-provider');
  });

  it.each([
    ['No settings came', ''],
    ['The settings are no JSON. They are the body of PUT /v1/org/sso.', '{"client_secret":"kept'],
    ['protocol: ', '{"protocol":"ldap"}'],
    ['isuer: is not known here; did you mean issuer?', '{"protocol":"oidc","isuer":"https://kept"}'],
    ['issuer', '{"protocol":"oidc","issuer":"http://login.example.com"}'],
    ['The settings are longer than 256 KiB', ' '.repeat(300_000) + '{}'],
  ])(
    'sso set: refuses in words (“%s”), shows nothing of a secret, and changes nothing',
    async (words, input) => {
      const { client, organisationId } = await world.openOrganisation();
      const refused: unknown = await set(organisationId, input).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(AdminError);
      expect((refused as AdminError).message).toContain(words);
      expect((refused as AdminError).message).not.toContain('kept');
      expect(await client.sso.get()).toMatchObject({ status: 'none' });
    },
  );

  it('sso test, sso activate, sso enforce: lead through the same steps, in the same order, as the API', async () => {
    const { client, organisationId, admin: person, verify, pass } = await world.openOrganisation();
    await set(organisationId, JSON.stringify(OIDC));
    const page = `${world.server.context.config.baseUrl}/sign-in?sso_test`;
    expect(await admin('sso test', organisationId)).toMatchObject({ page, outcome: 'none', told: [] });
    await expect(admin('sso activate', organisationId)).rejects.toThrow(AdminError);
    await verify();
    await pass();
    expect(await admin('sso activate', organisationId)).toMatchObject({ status: 'active', enforced: false });
    const enforce = (enforced: string) => admin('sso enforce', organisationId, '--enforced', enforced);
    await expect(enforce('true')).rejects.toThrow('Set break_glass of an active org_admin first');
    await client.members.update(person.memberId, { break_glass: true });
    const { id } = await client.sso.get();
    const payload = { host: true, connection: id, status: 'active', enforced: true };
    expect(await enforce('true')).toMatchObject({ enforced: true });
    expect(await lastEntry(organisationId)).toEqual({ kind: 'sso.enforced', payload });
    expect(await enforce('false')).toMatchObject({ status: 'active', enforced: false });
  });

  it('sso show: what is on, without a secret, and until when its certificates last', async () => {
    const { client, organisationId } = await world.openOrganisation();
    await client.sso.put({ ...OIDC, client_secret: 'kept-by-the-provider' });
    const shown = await admin('sso show', organisationId);
    expect(shown).toMatchObject({ protocol: 'oidc', status: 'draft', enforced: false, certificates_end: [] });
    expect(JSON.stringify(shown)).not.toContain('kept-by-the-provider');
    const set = await client.sso.put({ protocol: 'saml', pem_certificates: [makeCertificate().pem] });
    const certificates_end = set.certificates.map(({ not_after }) => not_after);
    expect(await admin('sso show', organisationId)).toMatchObject({ id: set.id, certificates_end });
  });

  it('sso disable: lets in whom its enforcement kept out, and stands in the own chain as the host’s', async () => {
    const { client, organisationId, admin: person, verify, pass } = await world.openOrganisation();
    await client.sso.put(OIDC);
    await verify();
    await pass();
    const { id } = await client.sso.activate();
    const member = await signInAs(world.server, 'inspector', { organisationId });
    await client.members.update(person.memberId, { break_glass: true });
    await person.call('POST /org/sso/enforce', { body: { enforced: true } });
    expect((await member.call('POST /me/step-up/code')).status).toBe(403);
    const disabled = await admin('sso disable', organisationId);
    expect(disabled).toMatchObject({ id, status: 'tested', enforced: false });
    const payload = { host: true, connection: id, status: 'tested', enforced: false };
    expect(await lastEntry(organisationId)).toEqual({ kind: 'sso.disabled', payload });
    expect((await member.call('POST /me/step-up/code')).status).toBe(204);
    expect(await admin('sso disable', organisationId)).toEqual(disabled);
    expect(await client.sso.get()).toMatchObject({ status: 'tested', enforced: false });
  });

  it.each(['sso show', 'sso test', 'sso activate', 'sso enforce --enforced true', 'sso disable'])(
    '%s: tells an organisation without a connection from one that is not there',
    async (command) => {
      const { organisationId } = await world.openOrganisation();
      for (const [id, words] of [
        [
          organisationId,
          'This organisation has no connection to an identity provider. script/admin sso set makes one',
        ],
        [MISSING, 'There is no organisation with this id. script/admin organisation list shows'],
      ] as const) {
        const refused = admin(command, id);
        await expect(refused).rejects.toThrow(AdminError);
        await expect(refused).rejects.toThrow(words);
      }
    },
  );

  it('member sign-in-link: is not made for a member whom enforcement would refuse, and the words lead to one', async () => {
    const { client, organisationId, admin: person, verify, pass } = await world.openOrganisation();
    await client.sso.put(OIDC);
    await verify();
    await pass();
    await client.sso.activate();
    const { memberId } = await signInAs(world.server, 'inspector', { organisationId });
    await client.members.update(person.memberId, { break_glass: true });
    await person.call('POST /org/sso/enforce', { body: { enforced: true } });
    const makeLink = (member: string) => admin('member sign-in-link', organisationId, '--member', member);
    const before = await lastEntry(organisationId);
    const refused = makeLink(memberId);
    await expect(refused).rejects.toThrow(AdminError);
    await expect(refused).rejects.toThrow('script/admin sso disable, and then make the link');
    expect(await lastEntry(organisationId)).toEqual(before);
    expect(await makeLink(person.memberId)).toMatchObject({ member: person.memberId });
    await admin('sso disable', organisationId);
    expect(await makeLink(memberId)).toMatchObject({ member: memberId });
  });

  it('member unlink: the person at the provider is this member no more, and it is the host’s in the own chain', async () => {
    const { client, organisationId, admin: person } = await world.openOrganisation();
    const { id } = await client.sso.put(OIDC);
    const { memberId: member } = person;
    const link = {
      organisation_id: organisationId,
      connection_id: id!,
      subject: 'a81bc81b',
      member_id: member,
    };
    const { memberIdentity } = world.server.context.database.prisma;
    await memberIdentity.create({ data: { ...link, created_at: world.server.clock.now() } });
    expect(await admin('member unlink', organisationId, '--member', member)).toEqual({
      id: member,
      linked: false,
    });
    expect(await memberIdentity.count({ where: { member_id: member } })).toBe(0);
    const { kind, payload } = await lastEntry(organisationId);
    expect([kind, payload]).toEqual([
      'member.unlinked',
      { host: true, connection: id, member, subject: expect.any(String) as string },
    ]);
    expect(JSON.stringify(payload)).not.toContain('a81bc81b');
    await expect(admin('member unlink', organisationId, '--member', member)).rejects.toThrow(AdminError);
  });
});
