import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { openDomainWorld, type DomainWorld } from '../../testing/open-domain-world.ts';

let world: DomainWorld;
beforeAll(async () => {
  world = await openDomainWorld();
});
afterAll(() => world.server.close());

const readData = (body: string) => {
  const [, data = ''] = /data-page="([^"]+)"/.exec(body)!;
  const unescaped = data.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  return JSON.parse(unescaped) as { away?: object; texts: Record<string, string> };
};

it('signs in at the service’s own host, which looks like nobody', async () => {
  const page = await fetch(`${world.server.baseUrl}/sign-in`);
  expect(readData(await page.text()).away).toBeUndefined();
});

it('has nothing of its address in it', async () => {
  const page = await fetch(`${world.server.baseUrl}/sign-in?return=/k3yR0s&step_up=SplxlOBe`);
  expect(await page.text()).not.toMatch(/k3yR0s|SplxlOBe/);
});

it('brings the words of a test of the sign-on to who tests, and to nobody else', async () => {
  const readKeys = async (path: string) => {
    const page = await fetch(world.server.baseUrl + path);
    const { texts } = readData(await page.text());
    return Object.keys(texts).filter((key) => key.startsWith('test.'));
  };
  expect(await readKeys('/sign-in?sso_test')).toContain('test.passed');
  expect(await readKeys('/sign-in')).toEqual([]);
});

describe('on the domain of an organisation', () => {
  it('it looks like the organisation, and leads to the service’s own host', async () => {
    const { client, domain, organisationId } = await world.openVerified();
    await client.branding.update({ display_name: 'Acme Roofs', footer: 'Roofs of Milan' });
    const { status, body } = await world.ask(domain, '/sign-in');
    expect(status).toBe(200);
    expect(readData(body).away).toMatchObject({
      url: `${world.server.baseUrl}/sign-in`,
      branding: { organisation_name: 'Acme Roofs', footer: 'Roofs of Milan' },
    });
    expect(body).not.toContain(organisationId);
  });

  it('nobody signs in, and an invitation that is accepted there makes no session', async () => {
    const { client, domain } = await world.openVerified();
    const email = 'invited@example.com';
    await client.members.create({ email, name: 'Ada Rossi', role: 'inspector' });
    await runDueJobs(world.server.context);
    const mail = world.server.post.emails.find(({ to }) => to === email)!;
    const token = /invitations#(\S+)/.exec(mail.text)![1]!;
    const post = (path: string, body: object) =>
      world.ask(domain, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify(body),
      });
    expect((await post('/v1/sign-in', { email })).status).toBe(404);
    const accepted = await post('/v1/org/invitations/accept', { token, email });
    expect([accepted.status, accepted.headers['set-cookie']]).toEqual([200, undefined]);
    const page = await world.ask(domain, '/invitations');
    expect(page.body).toContain(`${world.server.baseUrl}/sign-in`);
  });
});
