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
const languageOf = (page: string) => /<html lang="(\w+)"/.exec(page)?.[1];

describe('the join page', () => {
  it("speaks the session's locale, whatever the browser prefers", async () => {
    const session = await server.client.sessions.create({ locale: 'sv' });
    expect(languageOf((await openPage(session.id)).body)).toBe('sv');
  });

  it('is else the same for an id that exists and for one that does not', async () => {
    const session = await server.client.sessions.create({ locale: 'it', notes: 'Roof' });
    const [known, unknown, noId] = await Promise.all(
      [session.id, UNKNOWN_ID, 'x'].map((id) => openPage(id, 'it-CH,fr;q=0.5')),
    );
    expect(known?.body).toBe(unknown?.body);
    expect(noId?.body).toBe(unknown?.body);
  });

  it.each(LOCALES)('speaks %s where there is no session', async (locale) => {
    expect(languageOf((await openPage(UNKNOWN_ID, locale)).body)).toBe(locale);
  });

  it('comes in the language of the browser when the database does not answer', async () => {
    const aside = await startTestServer();
    await aside.context.database.prisma.$executeRaw`alter table sessions rename to sessions_gone`;
    const page = await fetch(`${aside.baseUrl}/join/${UNKNOWN_ID}`, { headers: { 'Accept-Language': 'pl' } });
    expect([page.status, languageOf(await page.text())]).toEqual([200, 'pl']);
    await aside.close();
  });
});
