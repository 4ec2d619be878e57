import { describe, expect, test } from 'vitest';
import { CreateParticipantBody, Invite, MintedInvite, participants } from './participants.ts';

describe('the body that mints an invite', () => {
  test('takes eight fields, none of them required', () => {
    expect(Object.keys(CreateParticipantBody.shape)).toEqual([
      'recipient_first_name',
      'recipient_last_name',
      'recipient_email',
      'recipient_phone',
      'send_email',
      'send_sms',
      'send_code',
      'ttl_minutes',
    ]);
    expect(participants.create.body.safeParse(undefined).success).toBe(true);
  });

  test.each([[1], [1440], [10_080]])('lets an invite live %i minutes', (ttl_minutes) => {
    expect(CreateParticipantBody.parse({ ttl_minutes })).toEqual({ ttl_minutes });
  });

  test.each([[0], [-1], [10_081], [1.5], ['60'], [Number.NaN]])('refuses %j minutes', (ttl_minutes) => {
    expect(CreateParticipantBody.safeParse({ ttl_minutes }).success).toBe(false);
  });

  test.each([[''], ['ada@example.com'], ['a.b+c@sub.example.com']])(
    'takes the e-mail %j',
    (recipient_email) => {
      expect(CreateParticipantBody.safeParse({ recipient_email }).success).toBe(true);
    },
  );

  test.each([
    ['ada'],
    ['ada@'],
    ['@example.com'],
    ['ada@example'],
    ['ada@example.com\r\nBcc: eve@example.com'],
    [' ada@example.com'],
    [`${'a'.repeat(250)}@example.com`],
  ])('refuses the e-mail %j', (recipient_email) => {
    expect(CreateParticipantBody.safeParse({ recipient_email }).success).toBe(false);
  });

  test('send_email is a boolean and no text that looks like one', () => {
    expect(CreateParticipantBody.safeParse({ send_email: true }).success).toBe(true);
    expect(CreateParticipantBody.safeParse({ send_email: 'true' }).success).toBe(false);
  });
});

describe('an invite', () => {
  const invite = {
    id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
    session: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02',
    role: 'field',
    status: 'pending',
    expires_at: '2026-11-21T14:30:00.000Z',
    recipient_first_name: 'Ada',
    recipient_last_name: '',
    recipient_email: 'ada@example.com',
    recipient_phone: '',
    consent_state: { camera: 'granted', microphone: 'denied', gps: 'revoked', recording: 'pending' },
    otp_required: true,
    otp_expires_at: '2026-11-20T14:40:00.000Z',
    joined_at: null,
    done_at: null,
    created_at: '2026-11-20T14:30:00.000Z',
    messages: [],
  };
  const secrets = { join_url: 'https://example.com/join/1#token', otp_code: '048213' };

  test('loses its link and its code wherever it is shown again', () => {
    expect(Invite.parse({ ...invite, ...secrets })).toEqual(invite);
  });

  test('has both when it is new', () => {
    expect(MintedInvite.parse({ ...invite, ...secrets })).toEqual({ ...invite, ...secrets });
    expect(MintedInvite.safeParse(invite).success).toBe(false);
  });

  test('has null for what an invite without a code does not have', () => {
    const handoff = { ...invite, ...secrets, otp_required: false, otp_expires_at: null, otp_code: null };
    expect(MintedInvite.parse(handoff)).toEqual(handoff);
  });

  test.each([['12345'], ['1234567'], ['12345a'], [''], ['123456\n']])('%j is no code', (otp_code) => {
    expect(MintedInvite.safeParse({ ...invite, ...secrets, otp_code }).success).toBe(false);
  });

  test('only its creation and its reissue answer with the link', () => {
    expect(participants.create.responses[201]).toBe(MintedInvite);
    expect(participants.reissue.responses[200]).toBe(MintedInvite);
    expect(participants.list.responses[200].shape.data.element).toBe(Invite);
  });
});
