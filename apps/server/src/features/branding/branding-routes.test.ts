import { VERSIONED_ROOT, type UpdateBrandingBody } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { freshEmail, mintInviteFor } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Body = z.input<typeof UpdateBrandingBody>;

/** An organisation of its own, so that no test sees another's branding. */
const openOrganisation = async () => {
  const { apiKey } = await seedOrganisation(server.context);
  const client = server.clientOf(apiKey);
  const call = (method: string, body?: unknown, headers: Record<string, string> = {}) =>
    callApi(server, `${method} /branding`, { root: VERSIONED_ROOT, apiKey, body, headers });
  return {
    client,
    get: () => call('GET'),
    patch: (body: unknown, headers?: Record<string, string>) => call('PATCH', body, headers),
    set: (body: Body) => client.branding.update(body),
    mint: () => mintInviteFor({ client }, { recipient_first_name: 'Ada' }),
  };
};

const openPage = async (sessionId: string) => {
  const response = await fetch(`${server.baseUrl}/join/${sessionId}`);
  return { policy: response.headers.get('content-security-policy')!, page: await response.text() };
};

const mailInvite = async (client: TestServer['client']) => {
  const recipient_email = freshEmail();
  await mintInviteFor({ client }, { recipient_email, send_email: true });
  await runDueJobs(server.context);
  return server.post.emails.find(({ to, text }) => to === recipient_email && text.includes('/join/'))!;
};

const BRAND = {
  display_name: 'Nordic Surveyors',
  sender_name: 'Nordic Surveyors Oslo',
  footer: 'Nordic Surveyors AS\nOslo',
  imprint_url: 'https://nordic.example/imprint?a=1&b=2',
  privacy_url: 'https://nordic.example/privacy',
  colours: { primary: '#7a1f5c', background: '#f6eef3' },
};

describe('GET /branding', () => {
  it('200: shows what the organisation has set, and before that nothing', async () => {
    const { get, patch, client } = await openOrganisation();
    const before = await get();
    expect([before.status, before.headers.get('etag')]).toEqual([200, '"0"']);
    expect(before.body).toEqual({
      display_name: '',
      sender_name: '',
      footer: '',
      imprint_url: null,
      privacy_url: null,
      colours: { primary: null, background: null },
      version: 0,
      updated_at: null,
    });
    const changed = await patch(BRAND);
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"1"']);
    expect(changed.body).toEqual({ ...BRAND, version: 1, updated_at: server.clock.now().toISOString() });
    expect(await client.branding.get()).toEqual(changed.body);
  });

  it("200: is the organisation's own, and nobody else's", async () => {
    const [mine, other] = [await openOrganisation(), await openOrganisation()];
    await mine.set(BRAND);
    expect(await other.client.branding.get()).toMatchObject({ display_name: '', version: 0 });
    const { session } = await other.mint();
    expect((await openPage(session.id)).page).not.toContain('Nordic');
  });
});

describe('PATCH /branding', () => {
  it('200: what is left out stays, and null or an empty text takes away', async () => {
    const { set } = await openOrganisation();
    await set(BRAND);
    expect(await set({ colours: { background: null } })).toMatchObject({
      ...BRAND,
      colours: { primary: '#7a1f5c', background: null },
    });
    expect(await set({ footer: '', imprint_url: null })).toMatchObject({ footer: '', imprint_url: null });
  });

  it('200: under one Idempotency-Key it is done once, and the ETag is the same', async () => {
    const { patch } = await openOrganisation();
    const replies = [];
    for (const _ of [1, 2]) replies.push(await patch({ footer: 'x' }, { 'idempotency-key': 'one' }));
    expect(replies.map(({ body, headers }) => [body['version'], headers.get('etag')])).toEqual([
      [1, '"1"'],
      [1, '"1"'],
    ]);
  });

  it('412: of two editors at once one wins, and the other loses nothing and is told what to do', async () => {
    const { client, patch, set } = await openOrganisation();
    await set({ display_name: 'First' });
    for (let round = 1; round <= 5; round++) {
      const tag = `"${(await client.branding.get()).version}"`;
      const replies = await Promise.all([
        patch({ footer: `footer ${round}` }, { 'if-match': tag }),
        patch({ display_name: `name ${round}` }, { 'if-match': tag }),
      ]);
      expect(replies.map(outcomeOf).sort()).toEqual(['200', '412 precondition_failed']);
      const [lost] = replies.filter(({ status }) => status === 412);
      const now = await client.branding.get();
      expect(lost!.body.detail).toBe(
        `The branding is at version ${now.version} now. Get it, and send your change again with its ETag.`,
      );
      // Both changes are there once the second editor has done as told.
      const rest =
        replies[0]!.status === 412 ? { footer: `footer ${round}` } : { display_name: `name ${round}` };
      expect(outcomeOf(await patch(rest, { 'if-match': `"${now.version}"` }))).toBe('200');
      expect(await client.branding.get()).toMatchObject({
        footer: `footer ${round}`,
        display_name: `name ${round}`,
      });
    }
  });

  it('412: nothing is written for a version that never was', async () => {
    const { patch, get } = await openOrganisation();
    expect(outcomeOf(await patch({ footer: 'x' }, { 'if-match': '"7"' }))).toBe('412 precondition_failed');
    expect((await get()).body).toMatchObject({ footer: '', version: 0 });
  });

  it.each([
    ['the tag of before the first change', '"0"', '200'],
    ['a tag that a proxy made weak', 'W/"0"', '200'],
    ['whichever version there is', '*', '200'],
    ['another version', '"1"', '412 precondition_failed'],
    ['no tag', 'three', '400 validation_error'],
    ['two tags', '"0", "1"', '400 validation_error'],
    ['an empty one', '', '400 validation_error'],
  ])('If-Match with %s (%s): %s', async (_, tag, outcome) => {
    const { patch } = await openOrganisation();
    expect(outcomeOf(await patch({ footer: 'x' }, { 'if-match': tag }))).toBe(outcome);
  });

  it('200: without If-Match changes at once all count, each in its own fields', async () => {
    const { client, set } = await openOrganisation();
    await Promise.all([
      set({ footer: 'f' }),
      set({ display_name: 'd' }),
      set({ sender_name: 's' }),
      set({ colours: { primary: '#7a1f5c' } }),
      set({ colours: { background: '#f6eef3' } }),
    ]);
    expect(await client.branding.get()).toMatchObject({
      footer: 'f',
      display_name: 'd',
      sender_name: 's',
      colours: BRAND.colours,
      version: 5,
    });
  });

  it('400: a colour below WCAG AA is refused with its contrast and what is needed', async () => {
    const { patch } = await openOrganisation();
    const reply = await patch({ colours: { primary: '#ffd400', background: '#333333' } });
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(reply.body.errors).toEqual([
      {
        path: 'body.colours.primary',
        code: 'low_contrast',
        message: expect.stringMatching(
          /^has a contrast of 1\.4\d* : 1 to #ffffff, and needs 4\.5 : 1 /,
        ) as string,
      },
      {
        path: 'body.colours.background',
        code: 'low_contrast',
        message: expect.stringMatching(/^has a contrast of 1\.\d+ : 1 to #4a5563.*lighter one$/) as string,
      },
    ]);
  });

  it.each([
    ['a line break in the name', { display_name: 'a\r\nBcc: x@example.com' }, 'body.display_name'],
    ['a mark that turns the order', { display_name: 'a\u202eb' }, 'body.display_name'],
    ['a line break in the sender', { sender_name: 'a\nBcc: x@example.com' }, 'body.sender_name'],
    ['an address as the sender', { sender_name: 'a <b@example.com>' }, 'body.sender_name'],
    ['a footer of 501 characters', { footer: 'x'.repeat(501) }, 'body.footer'],
    ['an address that is not https', { imprint_url: 'http://example.com' }, 'body.imprint_url'],
    ['a script as an address', { privacy_url: 'javascript:alert(1)' }, 'body.privacy_url'],
    [
      'an address with a user name',
      { privacy_url: 'https://bank.example@evil.example/' },
      'body.privacy_url',
    ],
    ['an address with a quote', { privacy_url: 'https://example.com/"><b>' }, 'body.privacy_url'],
    ['a colour by its name', { colours: { primary: 'red' } }, 'body.colours.primary'],
    ['style in a colour', { colours: { primary: '#7a1f5c}*{display:none' } }, 'body.colours.primary'],
    ['an unknown colour', { colours: { text: '#000000' } }, 'body.colours.text'],
    ['an unknown field', { logo: 'x' }, 'body.logo'],
  ])('400: refuses %s by name', async (_, body, path) => {
    const { patch } = await openOrganisation();
    const reply = await patch(body);
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(reply.body.errors.map((part) => part.path)).toEqual([path]);
  });
});

describe('the brand is shown', () => {
  it('on the join page before anybody has tapped, with its colours under the strict policy', async () => {
    const { set, mint } = await openOrganisation();
    await set(BRAND);
    const { session } = await mint();
    const { page, policy } = await openPage(session.id);
    expect(page).toContain('<p id="organisation" class="organisation">Nordic Surveyors</p>');
    expect(page).toContain('Nordic Surveyors AS\nOslo');
    expect(page).toContain('href="https://nordic.example/imprint?a=1&amp;b=2"');
    const [, css = ''] = /<style>(.*?)<\/style>/.exec(page)!;
    expect(css).toMatch(/^:root\{--brand-accent:#7a1f5c;--brand-accent-dark:#\w{6};--brand-back:#f6eef3\}$/);
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(css))).toString('base64');
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toContain('unsafe');
  });

  it('to the device that joins, and to the one that asks again', async () => {
    const { set, mint } = await openOrganisation();
    await set(BRAND);
    const { body } = await joinByLink((await mint()).invite.join_url);
    const shown = {
      organisation_name: 'Nordic Surveyors',
      colours: {
        primary: '#7a1f5c',
        primary_dark: expect.stringMatching(/^#[0-9a-f]{6}$/) as string,
        background: '#f6eef3',
      },
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
    const { set, client } = await openOrganisation();
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

  it('nowhere where nothing is set: the page does not tell whose it is, and e-mails are as they were', async () => {
    const { client, mint } = await openOrganisation();
    const { page, policy } = await openPage((await mint()).session.id);
    expect(page).toContain('<p id="organisation" class="organisation" hidden></p>');
    expect(page).not.toMatch(/<style|brand-footer/);
    expect(policy).toContain("style-src 'self';");
    expect((await mailInvite(client)).fromName).toBe('');
  });
});

describe('a text that an organisation sets', () => {
  const MARKUP = `</p><script>alert(1)</script><img src=x onerror=alert(1)>"'&{{texts}}`;

  it('is text wherever it is shown: on the page, in the e-mail, and to the device', async () => {
    const { set, mint, client } = await openOrganisation();
    await set({ display_name: MARKUP, footer: `${MARKUP}\n-- \nBcc: x@example.com` });
    const { session } = await mint();
    const mail = await mailInvite(client);
    for (const markup of [(await openPage(session.id)).page, mail.html]) {
      expect(markup).not.toMatch(/<script>|<img|onerror=alert\(1\)>/);
      expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    }
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });
});
