import { LOCALES, MESSAGE_TEXT_KINDS, MESSAGE_VARIABLES } from '@field-inspection/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleEmail, sampleSms } from '../texts/sample-message.ts';
import type { OwnText } from './letter.ts';
import { renderMessage } from './render-message.ts';

const config = { baseUrl: 'https://inspect.example' } as Parameters<typeof sampleEmail>[0]['config'];
const now = new Date('2026-11-20T14:05:00Z');
const SAMPLE = { config, now, organisationName: 'Acme' };
const own = (texts: Partial<OwnText>): OwnText => ({ subject: null, body: null, sms: null, ...texts });
const render = (
  kind: (typeof MESSAGE_TEXT_KINDS)[number],
  texts: Partial<OwnText>,
  organisationName = 'Acme',
) => renderMessage({ ...sampleEmail({ ...SAMPLE, kind, organisationName }), locale: 'en', own: own(texts) });

describe("an organisation's own text", () => {
  it('has its words between greeting and footer, and each block where it stands with all that belongs to it', () => {
    const body =
      'We would like to see your roof,\nand your cellar.\n\n\n{link}\n{schedule}\nYours, {organisation}';
    const { subject, text, html } = render('invite', { subject: 'From {organisation}', body });
    expect(subject).toBe('From Acme');
    expect(text.split('\n\n').map((part) => part.split('\n')[0])).toEqual([
      'Hello Ada,',
      'We would like to see your roof,',
      'Join the inspection:',
      expect.stringMatching(/^The link is meant for you alone and is valid until .* UTC\.$/) as string,
      'To join you also need a 6-digit code. It comes in a separate message.',
      expect.stringMatching(/^Scheduled for: .* UTC$/) as string,
      'Yours, Acme',
      '-- ',
    ]);
    expect(html).toContain('We would like to see your roof,<br>and your cellar.</p>');
    expect(html.match(/href="/g)).toHaveLength(2);
    expect(text).not.toContain('Roof, north side');
  });

  it('leaves out the block of what there is not', () => {
    const sample = sampleEmail({ ...SAMPLE, kind: 'invite' }) as Extract<
      ReturnType<typeof sampleEmail>,
      { kind: 'invite_email' }
    >;
    const values = { ...sample.values, scheduledFor: null, notes: '', otpRequired: false };
    const { text } = renderMessage({
      ...sample,
      values,
      locale: 'en',
      own: own({ body: 'Hi\n{schedule}\n{notes}\n{link}' }),
    });
    expect(text).not.toMatch(/Scheduled|Notes|code|\n\n\n/);
  });

  it.each(MESSAGE_TEXT_KINDS)(
    '%s: every variable is filled in every locale, and no brace is left',
    (kind) => {
      const { subject, body, sms } = MESSAGE_VARIABLES[kind];
      const all = (names: readonly string[]) => names.map((name) => `{${name}}`).join('\n');
      const texts = own({
        subject: all(subject.inline).replaceAll('\n', ' '),
        body: all([...body.inline, ...body.blocks]),
        sms: sms && all(sms.inline).replaceAll('\n', ' '),
      });
      for (const locale of LOCALES) {
        const mail = renderMessage({ ...sampleEmail({ ...SAMPLE, kind }), locale, own: texts });
        const filled = [...subject.inline, ...body.inline].length;
        expect(mail.subject.match(/\S+/g)!.length).toBeGreaterThanOrEqual(subject.inline.length);
        expect(filled).toBeGreaterThan(0);
        expect(JSON.stringify([mail.subject, mail.text])).not.toMatch(/\{\w*\}/);
        const short = sampleSms({ ...SAMPLE, kind });
        expect(short === null).toBe(sms === null);
        if (short) expect(renderMessage({ ...short, locale, own: texts }).text).not.toMatch(/[{}]/);
      }
    },
  );

  it('keeps the words of the service where it has none: the subject alone, the body alone, the SMS alone', () => {
    const plain = render('otp', {});
    expect(render('otp', { subject: 'Mine' })).toEqual({
      ...plain,
      subject: 'Mine',
      html: plain.html.replaceAll(plain.subject, 'Mine'),
    });
    expect(render('otp', { body: 'Mine\n{code}' }).subject).toBe(plain.subject);
    expect(render('otp', { sms: 'Mine {code}' })).toEqual(plain);
  });

  it('warns with every code that nobody will ask for it, whatever else it says', () => {
    const { text } = render('otp', { body: '{code}' });
    expect(text).toContain('123456');
    expect(text).toContain('valid for 10 minutes');
    expect(text).toContain('Never share this code');
  });

  it('can not forge the line by which browsers fill a code in', () => {
    const sample = sampleSms({ ...SAMPLE, kind: 'otp', organisationName: 'x\n\n@evil.example #1' })!;
    const sms = '{code} {organisation}\n\n@evil.example #123456';
    const lines = renderMessage({ ...sample, locale: 'en', own: own({ sms }) }).text.split('\n');
    expect([lines.length, lines[2]]).toEqual([3, '@inspect.example #123456']);
  });
});

describe('a text of its own is inert', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '</p><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '<a href="https://evil.example">x</a>',
      '\r\nBcc: eve@evil.example',
      '{link}',
      '{organisation}',
      '{minutes, plural, other {#}}',
      "$& $1 $' ${x} {{x}} %s",
      '&lt;b&gt;',
    ),
  );
  const listTags = (html: string) =>
    (html.match(/<[^>]*>/g) ?? []).filter((tag) => !/^<(br|\/?p)\b/.test(tag));

  it.each(MESSAGE_TEXT_KINDS)('%s: adds no markup, no header, and is read once', (kind) => {
    const { needed } = MESSAGE_VARIABLES[kind].body;
    const plain = listTags(render(kind, { body: `{${needed}}` }).html);
    fc.assert(
      fc.property(hostile, hostile, (text, organisationName) => {
        const words = text.replaceAll(/[{}]/g, '');
        const body = `${words}\n\n{organisation}\n\n{${needed}}\n`;
        const mail = render(kind, { subject: `${words} {organisation}`, body }, organisationName);
        expect(listTags(mail.html)).toEqual(plain);
        expect(mail.subject).not.toMatch(/\p{Cc}/u);
        // A name that looks like a variable stays a name.
        if (organisationName === '{link}') expect(mail.text).toContain('\n\n{link}\n\n');
        expect(mail.text.match(/#sample|123456|Session ID|Scheduled for:/g)).toHaveLength(1);
      }),
    );
  });
});
