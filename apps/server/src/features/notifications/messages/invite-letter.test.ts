import { describe, expect, it } from 'vitest';
import { renderMessage } from './render-message.ts';

const person = { organisationName: 'Acme & Söhne', firstName: 'Anna' };
const invite = {
  ...person,
  reference: 'CLM-417',
  siteAddress: 'Via Torino\n12',
  shotCount: 5,
  notes: 'Roof',
  joinUrl: 'https://inspect.example/join/0199a0a0-0000-7000-8000-000000000001#dG9rZW4',
  expiresAt: new Date('2026-11-21T09:30:00Z'),
  scheduledFor: new Date('2026-11-20T14:05:00Z'),
  otpRequired: true,
};
const code = { ...person, code: '048291', codeLifetimeMs: 600_000 };

describe('the invite', () => {
  it('says what it is about, what to have ready and how long it takes, with or without an appointment', () => {
    const say = (values: typeof invite | (Omit<typeof invite, 'scheduledFor'> & { scheduledFor: null })) =>
      renderMessage({ kind: 'invite_email', locale: 'en', values }).text;
    const planned = say(invite);
    expect(planned).toContain('Reference: CLM-417');
    expect(planned).toContain('Address of the site: Via Torino 12');
    expect(planned).toContain('What to have ready: A charged phone');
    expect(planned).toContain('How long it takes: Please keep an hour free.');
    expect(planned).toContain('Photos needed: 5');
    expect(say({ ...invite, scheduledFor: null })).toContain('You can begin at any time');
    expect(say({ ...invite, reference: ' ', siteAddress: '', shotCount: 0 })).not.toMatch(
      /Reference|Address|Photos needed/,
    );
  });

  it('promises a code by another message only where one was sent: else the page sends it', () => {
    const say = (otpSent: boolean) =>
      renderMessage({ kind: 'invite_email', locale: 'en', values: { ...invite, otpSent } }).text;
    expect(say(true)).toContain('It comes in a separate message.');
    expect(say(false)).not.toContain('It comes in a separate message.');
    expect(say(false)).toContain('You need a 6-digit code to join. Have one sent to you');
  });

  it('says its subject in no heading, and the name of the organisation once', () => {
    const { html, text } = renderMessage({ kind: 'invite_email', locale: 'en', values: invite });
    expect(html).toMatch(/<h1[^>]*>Hello Anna,<\/h1>/);
    const [, body] = html.split('</head>');
    expect(body!.match(/Acme &amp; Söhne/g)).toHaveLength(1);
    expect(text.match(/Acme & Söhne/g)).toHaveLength(1);
    const mail = renderMessage({ kind: 'otp_email', locale: 'en', values: code });
    expect(mail.html.split('</head>')[1]!.match(/Acme &amp; Söhne/g)).toHaveLength(1);
    expect(mail.text).toContain('-- \nAcme & Söhne\n');
  });
});
