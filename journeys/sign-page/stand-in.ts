import type { Page, Request } from 'playwright-core';

type Reply = { status: number; body: object } | 'no network';
type Route = 'open' | 'code' | 'verify' | 'session' | 'sign' | 'finish' | 'decline';

export const refusal = (status: number, code: string, members: object = {}): Reply => ({
  status,
  body: { status, code, ...members },
});

export const REQUEST = {
  status: 'pending',
  locale: 'en',
  organisation_name: 'Acme <b>Inspections</b>',
  channels: ['email'],
  channel_hint_email: 'a•••@e•••.com',
  channel_hint_phone: null,
  code_expires_at: null,
  expires_at: '2026-12-06T21:00:00.000Z',
};

export const VIEW = {
  status: 'pending',
  locale: 'en',
  organisation_name: 'Acme <b>Inspections</b>',
  signer_name: 'Ada <img src=x onerror=alert(1)> Rossi',
  level: 'QES',
  provider: 'csc',
  statement: 'I, Ada Rossi, have read this report and sign it.',
  report: {
    id: '1',
    locale: 'en',
    sha256: 'a'.repeat(64),
    byte_size: 1_204_224,
    pages: 9,
    pdf_url: '/1.pdf',
  },
  failure: null as { code: string; message: string } | null,
  expires_at: '2026-12-06T21:00:00.000Z',
  signed_at: null,
};

export const standIn = async (page: Page) => {
  const replies: Record<Route, Reply> = {
    open: { status: 200, body: REQUEST },
    code: { status: 200, body: { ...REQUEST, code_expires_at: '2026-11-22T22:00:00.000Z' } },
    verify: { status: 200, body: { signing_session_token: 's'.repeat(43) } },
    session: { status: 200, body: VIEW },
    sign: { status: 200, body: { status: 'signed', action_url: null } },
    finish: { status: 200, body: { status: 'signed', action_url: null } },
    decline: { status: 200, body: { status: 'declined', action_url: null } },
  };
  const asked: { route: Route; request: Request }[] = [];
  let delay = 0;
  await page.route('**/v1/signing**', async (route, request) => {
    const name = (new URL(request.url()).pathname.split('/signing/')[1] ?? 'open') as Route;
    asked.push({ route: name, request });
    const reply = replies[name];
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (reply === 'no network') return route.abort('internetdisconnected');
    await route.fulfill({ status: reply.status, json: reply.body });
  });
  return {
    replies,
    slowDown: (ms: number) => {
      delay = ms;
    },
    askedFor: (name: Route) =>
      asked
        .filter(({ route }) => route === name)
        .map(({ request }) => ({
          token: request.headers()['authorization'],
          key: request.headers()['idempotency-key'],
          body: request.postDataJSON() as unknown,
        })),
  };
};
