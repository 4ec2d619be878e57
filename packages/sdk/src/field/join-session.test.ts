import { describe, expect, it } from 'vitest';
import { RateLimitError } from '../errors/api-error.ts';
import { UsageError } from '../errors/field-inspection-error.ts';
import { ConnectionError, RequestError } from '../errors/request-error.ts';
import { FieldInspection } from '../client.ts';
import { createFakeService } from '../fake/create-fake-service.ts';
import { joinSession } from './join-session.ts';
import { openFieldSession } from './open-field-session.ts';

const LINK =
  'https://api.example.com/join/019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01#T1xJ0vFqWm3eYkZb8uRsAoC5hNdLp7iGQ2tVwXyHjKc';

async function open(invited: { recipient_email?: string } = {}) {
  const service = createFakeService();
  const client = new FieldInspection(service.clientOptions);
  const session = await client.sessions.create();
  const invite = await client.participants.create(session.id, invited);
  const { fetch, runtime } = service.clientOptions;
  return { service, client, session, invite, options: { fetch, runtime } };
}

describe('joinSession, against the fake, ends as against the service:', () => {
  it('otp_required, otp_invalid, otp_locked', async () => {
    const { invite, options } = await open({ recipient_email: 'ada@example.com' });
    expect(await joinSession(invite.join_url, options)).toEqual({
      status: 'otp_required',
      channels: ['email'],
      emailHint: 'a•••@e•••.com',
      phoneHint: null,
    });
    const wrong = { ...options, otpCode: invite.otp_code === '000000' ? '000001' : '000000' };
    const results = [];
    for (let count = 0; count < 5; count++) results.push(await joinSession(invite.join_url, wrong));
    expect(results).toEqual([
      ...[4, 3, 2, 1].map((attemptsLeft) => ({ status: 'otp_invalid', attemptsLeft })),
      { status: 'otp_locked' },
    ]);
  });

  it('otp_expired', async () => {
    const { service, invite, options } = await open({ recipient_email: 'ada@example.com' });
    service.advance(11 * 60_000);
    expect(await joinSession(invite.join_url, { ...options, otpCode: invite.otp_code! })).toEqual({
      status: 'otp_expired',
    });
  });

  it('joined, and joined again; invite_redeemed on another device', async () => {
    const { session, invite, options } = await open();
    const result = await joinSession(invite.join_url, options);
    if (result.status !== 'joined') throw new Error(result.status);
    expect(result.joined.session.id).toBe(session.id);
    expect(result.field.token).toBe(result.joined.field_session_token);
    expect((await joinSession(invite.join_url, options)).status).toBe('joined');
    expect(await joinSession(invite.join_url, { ...options, userAgent: 'another' })).toEqual({
      status: 'invite_redeemed',
    });
  });

  it('invite_expired', async () => {
    const { client, session, invite, options } = await open();
    await client.sessions.end(session.id);
    expect(await joinSession(invite.join_url, options)).toEqual({ status: 'invite_expired' });
  });

  it('not_found', async () => {
    const { options } = await open();
    expect(await joinSession(LINK, options)).toEqual({ status: 'not_found' });
  });
});

describe('joinSession', () => {
  it('shows no bearer, and the code as a header only', async () => {
    const { invite, options } = await open({ recipient_email: 'ada@example.com' });
    const sent: { url: string; headers: Headers }[] = [];
    await joinSession(invite.join_url, {
      ...options,
      otpCode: ' 482 913 ',
      fetch: (url, init) => {
        sent.push({ url, headers: init.headers });
        return options.fetch!(url, init);
      },
    });
    expect(sent.map(({ headers }) => [headers.get('authorization'), headers.get('x-join-otp')])).toEqual([
      [null, '482913'],
    ]);
    expect(sent[0]?.url).not.toMatch(/482.*913/);
  });

  it.each([
    LINK.slice(0, -1),
    LINK.replace(/#.*/, ''),
    LINK.replace('/join/', '/other/'),
    LINK.replace('019a', ''),
  ])('%s was not copied whole: not_found without a request', async (link) => {
    const fetch = () => Promise.reject(new Error('sent'));
    expect(await joinSession(link, { fetch })).toEqual({ status: 'not_found' });
  });

  it('keeps a path in front of the link’s own', async () => {
    const urls: string[] = [];
    const fetch = (url: string) => {
      urls.push(url);
      return Promise.reject(new TypeError('no connection'));
    };
    const link = LINK.replace('/join', '/fis/join');
    await expect(joinSession(link, { fetch, maxRetries: 0 })).rejects.toBeInstanceOf(ConnectionError);
    expect(urls).toEqual([expect.stringMatching(/^https:\/\/api\.example\.com\/fis\/v1\/sessions\//)]);
  });

  it('throws what is no state of a join', async () => {
    const { service, invite, options } = await open();
    service.failNext({ kind: 'rate_limited', retryAfterSeconds: 3600 });
    await expect(joinSession(invite.join_url, options)).rejects.toBeInstanceOf(RateLimitError);
    await expect(joinSession('no link', options)).rejects.toBeInstanceOf(UsageError);
  });

  it.each<[string, () => Promise<Response>]>([
    ['no reply', async () => Promise.reject(new TypeError('fetch failed'))],
    ['a reply of 500', async () => new Response('{}', { status: 500 })],
    ['a reply that is cut', async () => new Response('{"id":', { status: 200 })],
  ])('shows the token of the link in no error: %s', async (_title, fetch) => {
    const token = new URL(LINK).hash.slice(1);
    const error = await joinSession(LINK, { fetch, maxRetries: 0 }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RequestError);
    const { message, stack, path } = error as RequestError;
    expect([message, stack, path, JSON.stringify(error)].join(' ')).not.toContain(token);
    expect(path).toMatch(/\/join\/…$/);
  });
});

describe('an option that there is not', () => {
  const wrong = (options: object) => options as never;

  it.each([
    [{ otp: '482913' }, 'There is no option "otp": did you mean otpCode?'],
    [{ otp_code: '482913' }, 'did you mean otpCode?'],
    [{ timeout: 5 }, 'did you mean timeoutMs?'],
    [{ apiKey: 'fis_key' }, 'There is no option "apiKey", but otpCode, signal, baseUrl,'],
  ])('of joinSession is refused with names that joinSession has: %j', async (options, message) => {
    const { invite, options: fake } = await open();
    const call = joinSession(invite.join_url, wrong({ ...fake, ...options }));
    await expect(call).rejects.toBeInstanceOf(UsageError);
    await expect(call).rejects.toThrow(message);
    await expect(call).rejects.not.toThrow(/mean.*apiKey/);
  });

  it.each([
    [{ tokn: 'a' }, 'There is no option "tokn": did you mean token?'],
    [{ otpCode: '482913' }, 'There is no option "otpCode", but token, baseUrl,'],
  ])('of openFieldSession is refused with names that openFieldSession has: %j', (options, message) => {
    const given = { token: 'fst_1', baseUrl: 'https://api.example.com', ...options };
    expect(() => openFieldSession(wrong(given))).toThrow(message);
  });
});
