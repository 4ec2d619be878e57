import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../features/sso/testing/make-certificate.ts';
import { OIDC, openSsoWorld, type SsoWorld } from '../features/sso/testing/open-sso-world.ts';
import { signInAs } from '../testing/sign-in.ts';
import { COMMANDS } from './commands.ts';
import { AdminError, readOptions } from './options.ts';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
let world: SsoWorld;
beforeAll(async () => {
  world = await openSsoWorld();
});
afterAll(() => world.server.close());

const admin = async (command: string, organisation: string, ...more: string[]): Promise<unknown> => {
  const options = readOptions([...command.split(' '), '--organisation', organisation, ...more]);
  const result = await COMMANDS[options.command]!.run(world.server.context, options);
  return JSON.parse(JSON.stringify(result)) as unknown;
};

const lastEntry = async (organisationId: string) => {
  const { orgEntry } = world.server.context.database.prisma;
  const where = { organisation_id: organisationId };
  const { kind, payload } = await orgEntry.findFirstOrThrow({ where, orderBy: { sequence: 'desc' } });
  return { kind, payload };
};

describe('the commands about a sign-on', () => {
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

  it('sso show, sso disable: tell an organisation without a connection from one that is not there', async () => {
    const { organisationId } = await world.openOrganisation();
    for (const command of ['sso show', 'sso disable'])
      for (const [id, words] of [
        [
          organisationId,
          'This organisation has no connection to an identity provider. PUT /v1/org/sso makes one',
        ],
        [MISSING, 'There is no organisation with this id. script/admin organisation list shows'],
      ] as const) {
        const refused = admin(command, id);
        await expect(refused).rejects.toThrow(AdminError);
        await expect(refused).rejects.toThrow(words);
      }
  });

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
