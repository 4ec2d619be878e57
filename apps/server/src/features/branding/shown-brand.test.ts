import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinByLink } from '../../testing/join-by-link.ts';
import { freshEmail, mintInviteFor } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { BRAND, openBrandedOrganisation, openPage } from '../../testing/open-branded-organisation.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const mailInvite = async (client: TestServer['client']) => {
  const recipient_email = freshEmail();
  await mintInviteFor({ client }, { recipient_email, send_email: true });
  await runDueJobs(server.context);
  return server.post.emails.find(({ to, text }) => to === recipient_email && text.includes('/join/'))!;
};

describe('the brand is shown', () => {
  it('on the join page before anybody has tapped, with its colours under the strict policy', async () => {
    const { set, mint } = await openBrandedOrganisation(server);
    await set(BRAND);
    const { session } = await mint();
    const { page, policy } = await openPage(server, session.id);
    expect(page).toContain('<p id="organisation" class="organisation" dir="auto">Nordic Surveyors</p>');
    expect(page).toContain('Nordic Surveyors AS\nOslo');
    expect(page).toContain('href="https://nordic.example/imprint?a=1&amp;b=2"');
    const [, css = ''] = /<style>(.*?)<\/style>/.exec(page)!;
    expect(css).toMatch(/^:root\{--brand-accent:#7a1f5c;--brand-accent-dark:#\w{6};--brand-back:#f6eef3\}$/);
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(css))).toString('base64');
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toContain('unsafe');
  });

  it('to the device that joins, and to the one that asks again', async () => {
    const { set, mint } = await openBrandedOrganisation(server);
    await set(BRAND);
    const { body } = await joinByLink((await mint()).invite.join_url);
    const shown = {
      organisation_name: 'Nordic Surveyors',
      colours: {
        primary: '#7a1f5c',
        primary_dark: expect.stringMatching(/^#[0-9a-f]{6}$/) as string,
        background: '#f6eef3',
      },
      logo_url: null,
      footer: BRAND.footer,
      imprint_url: BRAND.imprint_url,
      privacy_url: BRAND.privacy_url,
    };
    expect(body.branding).toEqual(shown);
    const again = await fetch(`${server.baseUrl}/v1/field/session`, {
      headers: { authorization: `Bearer ${body.field_session_token}` },
    });
    expect(await again.json()).toMatchObject({ branding: shown });
  });

  it('in e-mails: sender, name, colours, footer and links, in the text alternative too', async () => {
    const { set, client } = await openBrandedOrganisation(server);
    await set(BRAND);
    const mail = await mailInvite(client);
    expect(mail.fromName).toBe('Nordic Surveyors Oslo');
    expect(mail.subject).toContain('Nordic Surveyors');
    expect(mail.html).toContain('background-color:#7a1f5c');
    expect(mail.html).toContain('background-color:#f6eef3');
    expect(mail.html).toContain('Nordic Surveyors AS<br>Oslo');
    expect(mail.html).toContain('<a href="https://nordic.example/imprint?a=1&amp;b=2"');
    expect(mail.text).toContain('Nordic Surveyors AS\nOslo');
    expect(mail.text).toContain('Imprint: https://nordic.example/imprint?a=1&b=2');
  });

  it('nowhere where nothing is set: the page has the organisation’s name alone, and e-mails are as they were', async () => {
    const { client, mint } = await openBrandedOrganisation(server);
    const { page, policy } = await openPage(server, (await mint()).session.id);
    expect(page).toContain('<p id="organisation" class="organisation" dir="auto">Acme Inspections</p>');
    expect(page).not.toMatch(/<style|brand-footer/);
    expect(policy).toContain("style-src 'self';");
    expect((await mailInvite(client)).fromName).toBe('');
  });
});

describe('a text that an organisation sets', () => {
  const MARKUP = `</p><script>alert(1)</script><img src=x onerror=alert(1)>"'&{{texts}}`;

  it('is text wherever it is shown: on the page, in the e-mail, and to the device', async () => {
    const { set, mint, client } = await openBrandedOrganisation(server);
    await set({ display_name: MARKUP, footer: `${MARKUP}\n-- \nBcc: x@example.com` });
    const { session } = await mint();
    const mail = await mailInvite(client);
    for (const markup of [(await openPage(server, session.id)).page, mail.html]) {
      expect(markup).not.toMatch(/<script>|<img|onerror=alert\(1\)>/);
      expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    }
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });
});

describe('the logo', () => {
  const SVG =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect width="400" height="100" fill="#7a1f5c"/></svg>';
  const image = Buffer.from(SVG).toString('base64');
  const load = (url: string) => fetch(url);

  it('200: is drawn to a PNG that anybody may load, keep and not run, and is shown everywhere', async () => {
    const { client, mint } = await openBrandedOrganisation(server);
    const { logo, version } = await client.branding.setLogo({ image });
    expect([logo, version]).toEqual([
      {
        url: expect.stringMatching(/\/branding\/[\w-]{36}\/[0-9a-f]{64}\.png$/) as string,
        width: 1024,
        height: 256,
      },
      1,
    ]);
    const reply = await load(logo!.url);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const png = Buffer.from(await reply.arrayBuffer());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const { session, invite } = await mint();
    const path = new URL(logo!.url).pathname;
    expect((await openPage(server, session.id)).page).toContain(`src="..${path}"`);
    expect((await joinByLink(invite.join_url)).body.branding.logo_url).toBe(logo!.url);
    expect((await mailInvite(client)).html).toContain(`<img src="${logo!.url}" width="256" height="64"`);
  });

  it('404: is gone at its address once it is replaced or deleted, or for another organisation', async () => {
    const [mine, other] = [await openBrandedOrganisation(server), await openBrandedOrganisation(server)];
    const first = (await mine.client.branding.setLogo({ image })).logo!;
    const theirs = (await other.client.branding.setLogo({ image })).logo!;
    const swapped = theirs.url
      .split('/')
      .with(-1, `${'0'.repeat(64)}.png`)
      .join('/');
    const second = (
      await mine.client.branding.setLogo({
        image: Buffer.from(SVG.replace('7a1f5c', '112233')).toString('base64'),
      })
    ).logo!;
    expect((await mine.client.branding.deleteLogo()).logo).toBeNull();
    const statuses = [first.url, second.url, swapped, theirs.url].map(
      async (url) => (await load(url)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 200]);
  });

  it('200: of two at once one is shown, and it is the one that can be loaded', async () => {
    const { client } = await openBrandedOrganisation(server);
    const images = ['#111111', '#222222', '#333333', '#444444'].map((colour) =>
      Buffer.from(SVG.replace('#7a1f5c', colour)).toString('base64'),
    );
    await Promise.all(images.map((each) => client.branding.setLogo({ image: each })));
    const { logo, version } = await client.branding.get();
    expect([version, (await load(logo!.url)).status]).toEqual([4, 200]);
  });

  it('400: what is no logo is refused by its field, and the one before stays', async () => {
    const { client } = await openBrandedOrganisation(server);
    const { logo } = await client.branding.setLogo({ image });
    await expect(
      client.branding.setLogo({ image: Buffer.from('<svg><script/></svg>').toString('base64') }),
    ).rejects.toMatchObject({ status: 400, errors: [{ path: 'body.image', code: 'invalid_logo' }] });
    expect((await client.branding.get()).logo).toEqual(logo);
  });
});
