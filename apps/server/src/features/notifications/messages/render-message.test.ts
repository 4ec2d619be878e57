import { LOCALES, type LocaleCode } from '@field-inspection/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogues } from './format-catalogue-message.ts';
import { type EmailRequest, renderMessage } from './render-message.ts';

const joinUrl = 'https://inspect.example/join/0199a0a0-0000-7000-8000-000000000001#dG9rZW4_x-&y';
const scheduledFor = new Date('2026-11-20T14:05:00Z');
const expiresAt = new Date('2026-11-21T09:30:00Z');
const invitee = { organisationName: 'Acme & Söhne', firstName: 'Anna', notes: 'Roof\nCellar' };
const invite = { ...invitee, joinUrl, expiresAt, otpRequired: true, scheduledFor };
const asks = { labels: ['The roof <north>', 'The meter'], message: 'Once more,\nplease' };
const code = { organisationName: 'Acme & Söhne', firstName: 'Anna', code: '048291', codeLifetimeMs: 600_000 };
const operator = {
  ...invitee,
  sessionId: '0199a0a0-0000-7000-8000-000000000001',
  participantNames: ['Anna Bianchi', '', 'Jan Kowalski'],
  consoleUrl: 'https://inspect.example/console/inspections/0199a0a0',
  scheduledFor,
};
const signUrl = 'https://inspect.example/sign#dG9rZW4_x-&y';
const request = { organisationName: 'Acme & Söhne', firstName: 'Anna Bianchi', signUrl, expiresAt };
const invitationUrl = 'https://inspect.example/invitations#dG9rZW4_x-&y';
const invitation = { ...invitee, role: 'inspector' as const, invitationUrl, expiresAt };
const reportUrl = 'https://inspect.example/report#dG9rZW4_x-&y';
const endpoint = { ...invitee, endpointUrl: 'https://hooks.example/in?a=1&b=2', failingDays: 5 };
const NOTICES = ['new_sign_in', 'new_passkey', 'passkey_removed', 'certificate_ending'] as const;

const listEmails = (locale: LocaleCode): EmailRequest[] => [
  { kind: 'invite_email', locale, values: invite },
  { kind: 'invite_email', locale, values: { ...invite, asks } },
  { kind: 'otp_email', locale, values: code },
  { kind: 'reminder_invitee_24h', locale, values: invite },
  { kind: 'reminder_invitee_1h', locale, values: invite },
  { kind: 'reminder_operator_24h', locale, values: operator },
  { kind: 'reminder_operator_1h', locale, values: { ...operator, consoleUrl: null } },
  { kind: 'signature_request_email', locale, values: request },
  { kind: 'signature_otp_email', locale, values: code },
  { kind: 'report_link', locale, values: { ...request, reportUrl, endedAt: expiresAt } },
  { kind: 'report_otp', locale, values: code },
  { kind: 'member_invitation', locale, values: invitation },
  { kind: 'sign_in_code', locale, values: code },
  ...NOTICES.map((kind) => ({ kind, locale, values: { ...invitee, name: 'Laptop', at: expiresAt } })),
  { kind: 'endpoint_disabled', locale, values: endpoint },
];

describe.each(LOCALES)('e-mails in %s', (locale) => {
  it('say in the text alternative all that the HTML says, but for the advice about the button', () => {
    for (const request of listEmails(locale)) {
      const { subject, text, html } = renderMessage(request);
      const advice = /<p[^>]*font-size:14px[^>]*>[^<]*/;
      const shown = readText(html.replace(advice, '').replace(/<(title|style)[\s\S]*?<\/\1>/g, ''));
      const flat = text.replace(/^> /gm, '');
      expect(
        shown.filter((piece) => !flat.includes(piece)),
        request.kind,
      ).toEqual([]);
      expect(readText(html), request.kind).toContain(subject);
    }
  });

  it('state their language, for screen readers and hyphenation', () => {
    for (const request of listEmails(locale)) {
      expect(renderMessage(request).html).toMatch(new RegExp(`^<!doctype html>\n<html lang="${locale}"`));
    }
  });

  it('link to nothing but the page that they are about, and only where there is one', () => {
    const links = listEmails(locale).map((request) => [request.kind, listLinks(renderMessage(request).html)]);
    expect(Object.fromEntries(links)).toEqual({
      invite_email: [joinUrl, joinUrl],
      otp_email: [],
      reminder_invitee_24h: [joinUrl, joinUrl],
      reminder_invitee_1h: [joinUrl, joinUrl],
      reminder_operator_24h: [operator.consoleUrl, operator.consoleUrl],
      reminder_operator_1h: [],
      signature_request_email: [signUrl, signUrl],
      signature_otp_email: [],
      report_link: [reportUrl, reportUrl],
      report_otp: [],
      member_invitation: [invitationUrl, invitationUrl],
      ...Object.fromEntries(['sign_in_code', ...NOTICES, 'endpoint_disabled'].map((kind) => [kind, []])),
    });
  });

  it('differ in their subjects', () => {
    const subjects = listEmails(locale).map((request) => renderMessage(request).subject);
    expect(new Set(subjects).size).toBe(subjects.length);
  });
});

describe('the invite', () => {
  it('says who invites, when, why, how long the link lives, and that a code comes apart', () => {
    const { subject, text } = renderMessage({ kind: 'invite_email', locale: 'en', values: invite });
    expect(subject).toBe('Acme & Söhne invites you to a remote inspection');
    expect(text).toContain('Hello Anna,');
    expect(text).toMatch(/Scheduled for: Friday.* 20 November 2026.* 14:05 UTC/);
    expect(text).toContain('Notes:\n> Roof\n> Cellar');
    expect(text).toContain(`\n${joinUrl}\n`);
    expect(text).toMatch(/valid until Saturday.* 21 November 2026.* 09:30 UTC/);
    expect(text).toContain('It comes in a separate message.');
  });

  it('leaves out what there is not', () => {
    const values = { ...invite, firstName: ' ', scheduledFor: null, notes: ' \n', otpRequired: false };
    const { text } = renderMessage({ kind: 'invite_email', locale: 'en', values });
    expect(text).toMatch(/^Hello,\n/);
    expect(text).not.toMatch(/Scheduled|Notes|code/);
  });
});

describe('the code', () => {
  it('stands in its message with its lifetime and a warning, never in the subject', () => {
    const { subject, text } = renderMessage({ kind: 'otp_email', locale: 'en', values: code });
    expect(subject).not.toContain('048291');
    expect(text).toMatch(/048291[^]*valid for 10 minutes/);
    expect(text).toContain('Never share this code');
  });

  it('rounds a lifetime of seconds up to a minute', () => {
    const values = { ...code, codeLifetimeMs: 5_000 };
    expect(renderMessage({ kind: 'otp_email', locale: 'en', values }).text).toContain('valid for 1 minute.');
  });
});

describe('the reminders', () => {
  it('tell the operator with whom, and that the link that was sent still holds', () => {
    const { text } = renderMessage({ kind: 'reminder_operator_24h', locale: 'en', values: operator });
    expect(text).toContain('in 24 hours');
    expect(text).toContain('Participants: Anna Bianchi and Jan Kowalski');
    expect(text).toContain(operator.sessionId);
    expect(text).toContain('The link in the invitation still works, and its page sends a new code');
  });

  it('name nobody when nobody has a name', () => {
    const values = { ...operator, participantNames: ['', ' '] };
    const { text } = renderMessage({ kind: 'reminder_operator_1h', locale: 'en', values });
    expect(text).toContain('in 1 hour.');
    expect(text).not.toContain('Participants');
  });

  it('tell the invitee about a code only when one is needed', () => {
    const render = (otpRequired: boolean) =>
      renderMessage({ kind: 'reminder_invitee_1h', locale: 'en', values: { ...invite, otpRequired } }).text;
    expect(render(true)).toContain('have a new one sent on the page that the link opens');
    expect(render(false)).not.toContain('code');
  });
});

describe('the notice of a disabled endpoint', () => {
  it('shows its URL and for how long it failed', () => {
    const { text, html } = renderMessage({ kind: 'endpoint_disabled', locale: 'en', values: endpoint });
    expect(text).toContain('Endpoint: https://hooks.example/in?a=1&b=2');
    expect(text).toContain('for 5 days');
    expect(html).toContain('https://hooks.example/in?a=1&amp;b=2');
  });
});

describe("people's own words", () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '</p><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '<a href="https://evil.example">x</a>',
      '&lt;b&gt;',
      '{organisation}',
      "'{'",
    ),
  );

  it('add no markup to the HTML, whatever they hold', () => {
    const plain = renderMessage({
      kind: 'invite_email',
      locale: 'en',
      values: { ...invite, notes: 'x' },
    }).html;
    fc.assert(
      fc.property(hostile, hostile, hostile, (organisationName, firstName, notes) => {
        const values = { ...invite, organisationName, firstName, notes: `x${notes}` };
        const { html, subject } = renderMessage({ kind: 'invite_email', locale: 'en', values });
        expect(listTags(html)).toEqual(listTags(plain));
        expect(subject).not.toMatch(/[\r\n]/);
      }),
    );
  });

  it('start no line of their own in the text but a quoted one', () => {
    const unquoted = (notes: string) =>
      renderMessage({ kind: 'invite_email', locale: 'en', values: { ...invite, notes } })
        .text.split(/[\r\n\v\f\u0085\u2028\u2029]/)
        .filter((line) => !line.startsWith('>'));
    fc.assert(
      fc.property(hostile, hostile, (first, second) => {
        expect(unquoted(`x${first}\n${second}\r${first}`)).toEqual(unquoted('x'));
      }),
    );
  });

  it('stay on the line of their label', () => {
    const values = { ...operator, participantNames: ['Anna\nhttps://evil.example'], notes: '' };
    const { text } = renderMessage({ kind: 'reminder_operator_1h', locale: 'en', values });
    expect(text).toContain('Participants: Anna https://evil.example\n');
    const url = { ...endpoint, endpointUrl: 'https://hooks.example/\nAdvice: pay' };
    const notice = renderMessage({ kind: 'endpoint_disabled', locale: 'en', values: url }).text;
    expect(notice).toContain('Endpoint: https://hooks.example/ Advice: pay\n');
  });

  it('are shown as they are written', () => {
    const notes =
      'Ring "B" & <C>, it\'s **left**: [b]here[/b] [x](https://evil.example) `{{organisation}}` {organisation}';
    const { html } = renderMessage({ kind: 'invite_email', locale: 'en', values: { ...invite, notes } });
    expect(readText(html)).toContain(notes);
  });
});

describe.each(LOCALES)('SMS in %s', (locale) => {
  const values = {
    organisationName: 'Acme',
    code: '048291',
    codeLifetimeMs: 600_000,
    baseUrl: 'https://inspect.example:8443/x',
  };

  it('ends the code with the line by which browsers fill it in on that host', () => {
    for (const kind of ['otp_sms', 'signature_otp_sms'] as const) {
      const lines = renderMessage({ kind, locale, values }).text.split('\n');
      expect(lines).toHaveLength(3);
      expect(lines[0]).toContain('048291');
      expect(lines[0]).toContain('Acme');
      expect(lines[2]).toBe('@inspect.example #048291');
    }
  });

  it('lets no name forge that line', () => {
    const organisationName = 'Acme\n\n@evil.example #048291';
    const lines = renderMessage({
      kind: 'otp_sms',
      locale,
      values: { ...values, organisationName },
    }).text.split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toBe('@inspect.example #048291');
  });

  it('ends the request to sign with the link, without a code', () => {
    const { text } = renderMessage({
      kind: 'signature_request_sms',
      locale,
      values: { organisationName: 'Acme', signUrl, expiresAt },
    });
    expect(text).toContain('Acme');
    expect(text).toMatch(/09:30/);
    expect(text.endsWith(` ${signUrl}`)).toBe(true);
  });

  it('ends the invite with the link, without a code', () => {
    const text = renderMessage({
      kind: 'invite_sms',
      locale,
      values: { organisationName: 'Acme', joinUrl, expiresAt, scheduledFor: null },
    }).text;
    expect(text).toContain('Acme');
    expect(text.match(/\d\d:\d\d UTC/g)).toEqual(['09:30 UTC']);
    expect(text.endsWith(` ${joinUrl}`)).toBe(true);
  });

  it('says when the appointment is, before it says until when the link is valid', () => {
    const text = renderMessage({
      kind: 'invite_sms',
      locale,
      values: { organisationName: 'Acme', joinUrl, expiresAt, scheduledFor },
    }).text;
    expect(text).toContain(`${catalogues[locale]['email.scheduled_label']}: `);
    expect(text.match(/\d\d:\d\d UTC/g)).toEqual(['14:05 UTC', '09:30 UTC']);
    expect(text.endsWith(` ${joinUrl}`)).toBe(true);
  });
});

const unescapeHtml = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const readText = (html: string): string[] =>
  html
    .split(/<[^>]*>/)
    .map((piece) => unescapeHtml(piece).trim())
    .filter((piece) => piece !== '');

const listLinks = (html: string): string[] =>
  [...html.matchAll(/\s(?:href|src|background|action)="([^"]*)"|url\(([^)]*)\)/g)].map((match) =>
    unescapeHtml(match[1] ?? match[2]!),
  );

// Line breaks aside: notes have as many as their writer made.
const listTags = (html: string): string[] => (html.match(/<[^>]*>/g) ?? []).filter((tag) => tag !== '<br>');
