import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSIONED_ROOT } from '@field-inspection/contract';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import {
  freshDomain,
  joinPathOf,
  openDomainWorld,
  readLink,
  type DomainWorld,
} from '../../testing/open-domain-world.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';

let world: DomainWorld;
let server: DomainWorld['server'];
beforeAll(async () => {
  world = await openDomainWorld();
  server = world.server;
});
afterAll(() => server.close());

describe('setting a domain', () => {
  it('shows the record to set, and keeps it while the domain stays', async () => {
    const { client, set, call } = await world.openOrganisation();
    expect((await client.branding.get()).domain).toBeNull();
    const domain = await set('Bücher.example.');
    expect(domain).toEqual({
      name: 'xn--bcher-kva.example',
      verified: false,
      record: {
        type: 'TXT',
        name: '_field-inspection.xn--bcher-kva.example',
        value: expect.stringMatching(/^field-inspection-verification=[\w-]{43}$/) as string,
      },
      missing_since: null,
    });
    const again = await client.branding.update({ domain: 'xn--bcher-kva.example', footer: 'x' });
    expect(again.domain).toEqual(domain);
    expect((await set('other.example')).record.value).not.toBe(domain.record.value);
    const gone = await call('PATCH', '', { domain: null });
    expect([gone.status, gone.body.domain]).toEqual([200, null]);
  });

  it.each([
    'https://inspect.example.com',
    'inspect.example.com:8443',
    'inspect.example.com/path',
    '*.example.com',
    '127.0.0.1',
    '[::1]',
    'localhost',
    'a..example.com',
    'inspect.example.com\r\nX: y',
    '',
    5,
  ])('refuses %j with what to send', async (domain) => {
    const { call, client } = await world.openOrganisation();
    const reply = await call('PATCH', '', { domain });
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(reply.body.errors[0]!.path).toBe('body.domain');
    expect((await client.branding.get()).version).toBe(0);
  });

  it('needs a plan that includes it, to set and to verify', async () => {
    const free = await world.openOrganisation('free');
    expect(outcomeOf(await free.call('PATCH', '', { domain: freshDomain() }))).toBe('409 domain.not_in_plan');
    const pro = await world.openOrganisation('pro');
    const { record } = await pro.set(freshDomain());
    world.records.set(record.name, [record.value]);
    await world.setPlan(pro.organisationId, 'free');
    expect(outcomeOf(await pro.verify())).toBe('409 domain.not_in_plan');
  });

  it('takes nothing away where another editor was faster', async () => {
    const { client, call } = await world.openVerified();
    const { version } = await client.branding.get();
    const lost = await call('PATCH', '', { domain: null }, { 'If-Match': `"${version - 1}"` });
    expect(outcomeOf(lost)).toBe('412 precondition_failed');
    expect((await client.branding.get()).domain?.verified).toBe(true);
  });
});

describe('verifying a domain', () => {
  it('says what is missing: no domain, no record, another value, a DNS that does not answer', async () => {
    const { set, verify } = await world.openOrganisation();
    expect(outcomeOf(await verify())).toBe('409 domain.not_verified');
    const { record } = await set(freshDomain());
    const none = await verify();
    expect([outcomeOf(none), none.body.detail]).toEqual([
      '409 domain.not_verified',
      `There is no TXT record at ${record.name} yet. Set it, and try again.`,
    ]);
    world.records.set(record.name, ['v=spf1 -all', `${record.value}x`]);
    expect((await verify()).body.detail).toContain(`does not say ${record.value}`);
    world.records.set(record.name, new Error('queryTxt ESERVFAIL internal.resolver'));
    const failed = await verify();
    expect([outcomeOf(failed), failed.text.includes('internal.resolver')]).toEqual([
      '409 domain.not_verified',
      false,
    ]);
    world.records.set(record.name, ['v=spf1 -all', record.value]);
    const verified = await verify();
    expect([verified.status, verified.headers.get('etag'), verified.body.domain]).toEqual([
      200,
      `"${String(verified.body.version)}"`,
      { name: record.name.replace('_field-inspection.', ''), verified: true, record, missing_since: null },
    ]);
  });

  it('a domain that one organisation has verified can not be taken by another', async () => {
    const first = await world.openOrganisation();
    const second = await world.openOrganisation();
    const domain = freshDomain();
    const records2 = await Promise.all([first.set(domain), second.set(domain)]);
    world.records.set(
      records2[0].record.name,
      records2.map(({ record }) => record.value),
    );
    const replies = await Promise.all([first.verify(), second.verify()]);
    expect(replies.map(outcomeOf).sort()).toEqual(['200', '409 domain.taken']);
    const third = await world.openOrganisation();
    expect(outcomeOf(await third.call('PATCH', '', { domain: domain.toUpperCase() }))).toBe(
      '409 domain.taken',
    );
    const winner = replies[0].status === 200 ? first : second;
    await winner.set('elsewhere.example');
    await third.set(domain);
  });

  it('is told by the chain of the organisation, which commits to the name instead of telling it', async () => {
    const { client, domain } = await world.openVerified();
    const { data } = await client.org.listAudit();
    const kinds = data.map(({ kind, payload }) => [kind, payload.changed]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['branding.updated', ['domain']],
        ['branding.domain_verified', undefined],
      ]),
    );
    expect(JSON.stringify(data)).not.toContain(domain);
  });
});

describe('links', () => {
  it('use the domain once it is verified, and not before', async () => {
    const organisation = await world.openOrganisation();
    const domain = freshDomain();
    const { record } = await organisation.set(domain);
    const own = new URL(server.baseUrl).host;
    const email = `links@example.com`;
    const linksOf = async () => {
      const { invite } = await organisation.mint({ recipient_email: email, send_email: true });
      const inspection = await callApi(server, 'POST /sessions', {
        root: VERSIONED_ROOT,
        apiKey: organisation.apiKey,
        body: {},
      });
      await runDueJobs(server.context);
      const letter = server.post.emails
        .filter(({ to, text }) => to === email && text.includes('/join/'))
        .at(-1)!;
      return [
        invite.join_url!,
        String(inspection.body.join_url),
        /https?:\/\/\S+\/join\/\S+/.exec(letter.text)![0],
      ].map((link) => readLink(link).host);
    };
    expect(await linksOf()).toEqual([own, own, own]);
    world.records.set(record.name, [record.value]);
    await organisation.verify();
    expect(await linksOf()).toEqual([domain, domain, domain]);
    await organisation.set(null);
    expect(await linksOf()).toEqual([own, own, own]);
  });

  it('of members who are invited go over it, and those that verify reports do not', async () => {
    const { client, domain } = await world.openVerified();
    const email = `invited-member@example.com`;
    await client.members.create({ email, name: 'Ada', role: 'observer' });
    await runDueJobs(server.context);
    const letter = server.post.emails.find(({ to }) => to === email)!;
    expect(letter.text).toContain(`https://${domain}/invitations#`);
  });

  it('go over the own host again when the plan no longer includes it, and those that were sent still open', async () => {
    const organisation = await world.openVerified();
    const before = (await organisation.mint()).invite.join_url!;
    await world.setPlan(organisation.organisationId, 'free');
    const after = (await organisation.mint()).invite.join_url!;
    expect(readLink(after).host).toBe(new URL(server.baseUrl).host);
    expect((await world.ask(organisation.domain, joinPathOf(before))).status).toBe(200);
  });
});
