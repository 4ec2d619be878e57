import { LOCALES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const UNKNOWN_ID = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';

const openPage = async (id: string, acceptLanguage = 'it') => {
  const response = await fetch(`${server.baseUrl}/join/${id}`, {
    headers: { 'Accept-Language': acceptLanguage },
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
};
const readAbout = (page: string): unknown => {
  const [, about = 'null'] = /data-about='([^']*)'/.exec(page) ?? [];
  return JSON.parse(about.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#39;', "'"));
};
const languageOf = (page: string) => /<html lang="(\w+)"/.exec(page)?.[1];

describe('the join page', () => {
  it("speaks the session's locale, whatever the browser prefers", async () => {
    const session = await server.client.sessions.create({ locale: 'sv' });
    expect(languageOf((await openPage(session.id)).body)).toBe('sv');
  });

  it('says who invites, to what, where and when, until the session is over, and never the notes', async () => {
    const { client } = server;
    const session = await client.sessions.create({
      locale: 'it',
      notes: 'Roof',
      reference: "CLM-'417'",
      site_address: 'Via Torino 12 <b>',
      scheduled_for: '2126-12-03T09:30:00Z',
    });
    const { body } = await openPage(session.id);
    expect(body).toContain('<p id="organisation" class="organisation" dir="auto">Acme Inspections</p>');
    expect(readAbout(body)).toEqual({
      what: [
        ['Appuntamento', '2126-12-03T09:30:00.000Z', 1],
        ['Indirizzo del luogo', 'Via Torino 12 <b>'],
        ['Riferimento', "CLM-'417'"],
      ],
      how: [
        ['Quanto dura', 'Tenga libera un’ora.'],
        ['Che cosa tenere pronto', expect.stringContaining('Un telefono carico')],
      ],
    });
    expect(body).not.toMatch(/Roof|12 <b>/);
    await client.sessions.end(session.id);
    const over = (await openPage(session.id)).body;
    expect(over).toContain('Acme Inspections');
    expect(over).not.toMatch(/data-about|417|Torino|2126/);
  });

  it('says nothing of a session that there is not, whatever the address holds', async () => {
    const [unknown, noId] = await Promise.all([UNKNOWN_ID, 'x'].map((id) => openPage(id, 'it-CH,fr;q=0.5')));
    expect(noId?.body).toBe(unknown?.body);
    expect(unknown?.body).not.toMatch(/data-about|Acme/);
  });

  it('speaks the language that the person chose, and no other than it has', async () => {
    const session = await server.client.sessions.create({ locale: 'sv' });
    const chosen = ['?lang=fr', '?lang=xx', '?lang=fr&lang=de'].map(async (query) =>
      languageOf((await openPage(session.id + query)).body),
    );
    expect(await Promise.all(chosen)).toEqual(['fr', 'sv', 'sv']);
  });

  it.each(LOCALES)('speaks %s where there is no session', async (locale) => {
    expect(languageOf((await openPage(UNKNOWN_ID, locale)).body)).toBe(locale);
  });

  it('is compressed for a browser that takes that, and as it is for another', async () => {
    const open = async (encoding: string) => {
      const headers = { 'Accept-Encoding': encoding };
      const reply = await fetch(`${server.baseUrl}/join/${UNKNOWN_ID}`, { headers });
      const { 'content-encoding': sent, vary, 'cache-control': caches } = Object.fromEntries(reply.headers);
      return { body: await reply.text(), sent, vary, caches };
    };
    const plain = await open('identity');
    expect(plain).toMatchObject({ sent: undefined, vary: 'Accept-Encoding', caches: 'no-store' });
    expect(await open('gzip, br')).toEqual({ ...plain, sent: 'gzip' });
  });

  it('comes in the language of the browser when the database does not answer', async () => {
    const aside = await startTestServer();
    await aside.context.database.prisma.$executeRaw`alter table sessions rename to sessions_gone`;
    const page = await fetch(`${aside.baseUrl}/join/${UNKNOWN_ID}`, { headers: { 'Accept-Language': 'pl' } });
    expect([page.status, languageOf(await page.text())]).toEqual([200, 'pl']);
    await aside.close();
  });
});

describe('the files of the field application', () => {
  const open = (path: string) => fetch(`${server.baseUrl}/join/${path}`);
  const listNamed = async () => {
    const { body } = await openPage(UNKNOWN_ID, 'en');
    return [...body.matchAll(/assets\/[\w.-]+/g)].map(([path]) => path);
  };

  it('are those that the page names: one sheet, one script, and three files of the screens’ texts; kept for good', async () => {
    const named = await listNamed();
    expect(named.map((path) => path.split('.').at(-1))).toEqual(['css', 'js', 'json', 'json', 'json']);
    for (const path of named) {
      const reply = await open(path);
      expect([path, reply.status, reply.headers.get('cache-control')]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('stand on the sheet of all pages for people, in one file', async () => {
    const sheet = await (await open((await listNamed())[0]!)).text();
    expect(sheet).toContain('--brand-accent');
    expect(sheet).toContain('.shots');
  });

  it('are not found by any other name, and none is beside them', async () => {
    for (const path of [
      'assets/main.js',
      'assets/..%2fmanifest.json',
      'assets/manifest.json',
      'assets/worker.js',
    ])
      expect([path, (await open(path)).status]).toEqual([path, 404]);
  });

  it('are kept by a worker that browsers ask for each time, that may reach this server alone', async () => {
    const reply = await open('worker.js?lang=pl');
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    });
    const script = await reply.text();
    const [, list = ''] = /^self\.FILES=(\[.*?\])/.exec(script)!;
    const files = JSON.parse(list) as string[];
    expect(
      files
        .filter((path) => path.includes('texts-'))
        .sort(({ length: one }, { length: other }) => other - one),
    ).toEqual([
      expect.stringMatching(/texts-pl-inside-[\w-]{8}\.json$/),
      expect.stringMatching(/texts-pl-draw-[\w-]{8}\.json$/),
      expect.stringMatching(/texts-pl-[\w-]{8}\.json$/),
    ]);
    const statuses = files.map(async (path) => (await open(path)).status);
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
  });
});
