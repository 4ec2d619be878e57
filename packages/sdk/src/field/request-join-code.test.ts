import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors/field-inspection-error.ts';
import { FieldInspection } from '../client.ts';
import { createFakeService } from '../fake/create-fake-service.ts';
import { joinSession } from './join-session.ts';
import { requestJoinCode } from './request-join-code.ts';

async function open(invited: { recipient_email?: string } = {}) {
  const service = createFakeService();
  const client = new FieldInspection(service.clientOptions);
  const session = await client.sessions.create();
  const invite = await client.participants.create(session.id, invited);
  const { fetch, runtime } = service.clientOptions;
  return { service, client, session, invite, options: { fetch, runtime } };
}

describe('requestJoinCode, against the fake, ends as against the service:', () => {
  it('sent, for a link whose code has expired, and the code lets in', async () => {
    const { service, invite, options } = await open({ recipient_email: 'ada@example.com' });
    service.advance(11 * 60_000);
    const withCode = { ...options, otpCode: invite.otp_code };
    expect(await joinSession(invite.join_url, withCode)).toEqual({ status: 'otp_expired' });
    expect(await requestJoinCode(invite.join_url, options)).toEqual({
      status: 'sent',
      channels: ['email'],
      emailHint: 'a•••@e•••.com',
      phoneHint: null,
      expiresAt: new Date(Date.parse(invite.otp_expires_at!) + 11 * 60_000).toISOString(),
    });
    expect((await joinSession(invite.join_url, withCode)).status).toBe('joined');
    expect(await requestJoinCode(invite.join_url, options)).toEqual({ status: 'otp_not_required' });
    const stranger = { ...options, userAgent: 'another' };
    expect(await requestJoinCode(invite.join_url, stranger)).toEqual({ status: 'invite_redeemed' });
  });

  it('otp_not_required, for a link that has no code', async () => {
    const { invite, options } = await open();
    expect(await requestJoinCode(invite.join_url, options)).toEqual({ status: 'otp_not_required' });
  });

  it('invite_expired, and not_found for a link that was cut', async () => {
    const { client, session, invite, options } = await open({ recipient_email: 'ada@example.com' });
    await client.sessions.end(session.id);
    expect(await requestJoinCode(invite.join_url, options)).toEqual({ status: 'invite_expired' });
    expect(await requestJoinCode(invite.join_url.slice(0, -1), options)).toEqual({ status: 'not_found' });
  });
});

it('shows the token of the link in no error, and refuses what is no option', async () => {
  const { invite, options } = await open({ recipient_email: 'ada@example.com' });
  const fetch = () => Promise.reject(new TypeError('fetch failed'));
  const error: unknown = await requestJoinCode(invite.join_url, { ...options, fetch, maxRetries: 0 }).catch(
    (reason: unknown) => reason,
  );
  const { message, stack } = error as Error;
  expect([message, stack, JSON.stringify(error)].join(' ')).not.toContain(
    new URL(invite.join_url).hash.slice(1),
  );
  const wrong = requestJoinCode(invite.join_url, { ...options, otpCode: '482913' } as never);
  await expect(wrong).rejects.toBeInstanceOf(UsageError);
});
