import { createHash } from 'node:crypto';
import { VERSIONED_ROOT, type BrandingPreview } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { BRAND, openBrandedOrganisation } from '../../testing/open-branded-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const preview = (body: unknown, headers: Record<string, string> = {}) =>
  callApi(server, 'POST /branding/preview', { root: VERSIONED_ROOT, body, headers });
const show = async (body: unknown) => (await preview(body)).body as unknown as BrandingPreview;

const readTables = async (): Promise<string> => {
  const { pool } = server.context.database;
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('rate_windows', 'credentials', 'credential_keys', 'process_beats')
     order by 1`,
  );
  const hash = createHash('sha256');
  for (const { name } of rows) {
    const found = await pool.query(
      `select count(*), md5(string_agg(t::text, '' order by t::text)) from "${name}" t`,
    );
    hash.update(JSON.stringify([name, found.rows]));
  }
  return hash.digest('hex');
};

it('stores nothing, under an Idempotency-Key neither', async () => {
  await preview({ colours: { primary: '#7a1f5c' } });
  const before = await readTables();
  const reply = await preview(BRAND, { 'idempotency-key': 'preview-1' });
  expect([reply.status, reply.headers.get('idempotency-key')]).toEqual([200, 'preview-1']);
  expect(await readTables()).toBe(before);
  expect(await server.client.branding.get()).toMatchObject({ version: 0, display_name: '' });
});

it('shows the page and the letter as they would be, and how well the colours can be read', async () => {
  const { contrasts, join_page, email } = await show({ ...BRAND, locale: 'de' });
  expect(contrasts).toEqual([
    { colour: 'primary', value: '#7a1f5c', against: '#ffffff', ratio: 9.64, needed: 4.5 },
    { colour: 'background', value: '#f6eef3', against: '#4a5563', ratio: 6.65, needed: 4.5 },
  ]);
  for (const document of [join_page, email]) {
    expect(document).toContain('Nordic Surveyors');
    expect(document).toContain('#7a1f5c');
    expect(document).toContain('https://nordic.example/privacy');
    expect(document).toMatch(/<html lang="de"/);
  }
});

it('lays the change over what is set, and leaves that', async () => {
  const { client, organisationId: _, ...organisation } = await openBrandedOrganisation(server);
  await organisation.set(BRAND);
  const { join_page, email } = await client.branding.preview({ footer: 'Only the footer' });
  expect(join_page).toContain('Nordic Surveyors');
  expect([join_page, email].every((document) => document.includes('Only the footer'))).toBe(true);
  expect((await client.branding.get()).footer).toBe(BRAND.footer);
});

it("says the letter's times in the organisation's time zone, as a real letter does", async () => {
  const { client } = await openBrandedOrganisation(server);
  await client.org.update({ time_zone: 'Asia/Tokyo' });
  const { email } = await client.branding.preview({ locale: 'de' });
  expect(email).toContain('(Asia/Tokyo, UTC+09:00)');
});

it('shows the letter in the own text of its locale, and in none of another', async () => {
  const { client } = await openBrandedOrganisation(server);
  await client.messages.update({ kind: 'invite', locale: 'de', body: 'Wir sehen Ihr Dach.\n\n{link}' });
  expect((await client.branding.preview({ locale: 'de' })).email).toContain('Wir sehen Ihr Dach.');
  expect((await client.branding.preview({ locale: 'en' })).email).not.toContain('Wir sehen Ihr Dach.');
});

it('takes a variant of a locale, as all that takes one does', async () => {
  const { join_page, email } = await show({ locale: 'pt-BR' });
  for (const document of [join_page, email]) expect(document).toMatch(/<html lang="pt"/);
});

describe('what it would be refused for is refused', () => {
  it.each([
    [{ colours: { primary: '#ffd400' } }, 'body.colours.primary'],
    [{ display_name: 'a\r\nb' }, 'body.display_name'],
    [{ footer: 'x'.repeat(501) }, 'body.footer'],
    [{ privacy_url: 'javascript:alert(1)' }, 'body.privacy_url'],
    [{ domain: 'inspect.example.com' }, 'body.domain'],
    [{ locale: 'xx' }, 'body.locale'],
  ])('%j', async (body, path) => {
    const [previewed, patched] = [
      await preview(body),
      await callApi(server, 'PATCH /branding', { root: VERSIONED_ROOT, body }),
    ];
    expect(outcomeOf(previewed)).toBe('400 validation_error');
    expect(previewed.body.errors.map((error) => error.path)).toEqual([path]);
    if ('colours' in body) expect(previewed.body.errors).toEqual(patched.body.errors);
  });
});

it('gives documents that run, load and send nothing, whatever the texts are, of bounded size', async () => {
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>{{title}}$&';
  const { join_page, email } = await show({
    display_name: hostile,
    footer: hostile.repeat(6),
    imprint_url: 'https://nordic.example/?a=%22%3E%3Cscript%3E',
  });
  for (const document of [join_page, email]) {
    expect(document).not.toMatch(/<script|<img|<link|<iframe|\son\w+="/i);
    expect(document.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)?.[1]).toBe(
      'default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; img-src &#39;none&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;',
    );
    expect(document.indexOf('Content-Security-Policy')).toBeLessThan(document.indexOf('&gt;&lt;script'));
    expect(document.length).toBeLessThan(64 * 1024);
  }
});

it('shows the logo that is set, and lets in no other picture', async () => {
  const { client } = await openBrandedOrganisation(server);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><rect width="40" height="10"/></svg>';
  const { logo } = await client.branding.setLogo({ image: Buffer.from(svg).toString('base64') });
  const { join_page, email } = await client.branding.preview({});
  for (const document of [join_page, email]) {
    expect(document).toContain(`src="${logo!.url}"`);
    expect(document).toContain(`img-src ${logo!.url};`);
  }
});
