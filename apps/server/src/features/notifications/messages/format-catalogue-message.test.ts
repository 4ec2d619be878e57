import { describe, expect, it } from 'vitest';
import { formatMessage } from './format-catalogue-message.ts';

describe('formatMessage', () => {
  it('chooses the plural form of the locale', () => {
    const attempts = (count: number) => formatMessage('pl', 'field.code.attempts', { attempts: count });
    expect(attempts(1)).toContain('Pozostała 1 próba.');
    expect(attempts(2)).toContain('Pozostały 2 próby.');
    expect(attempts(5)).toContain('Pozostało 5 prób.');
  });

  it('keeps a value as it is, ICU syntax and markup included', () => {
    const organisation = `{count, plural, other {#}} <b>O'Neil</b> & Söhne`;
    const text = formatMessage('en', 'field.welcome.intro', { organisation });
    expect(text).toBe(`${organisation} invites you to a remote inspection.`);
  });

  it('keeps a value on its line', () => {
    const text = formatMessage('en', 'field.welcome.intro', {
      organisation: 'Acme\r\nBcc: eve@evil.example',
    });
    expect(text).toBe('Acme Bcc: eve@evil.example invites you to a remote inspection.');
  });

  it('refuses a text whose value is missing', () => {
    expect(() => formatMessage('en', 'field.welcome.intro')).toThrow(/organisation/);
  });

  it('gives each call its own values, though the message is compiled once', () => {
    const first = formatMessage('de', 'field.welcome.intro', { organisation: 'Eins' });
    const second = formatMessage('de', 'field.welcome.intro', { organisation: 'Zwei' });
    expect([first, second]).toEqual([
      'Eins lädt Sie zu einer Ferninspektion ein.',
      'Zwei lädt Sie zu einer Ferninspektion ein.',
    ]);
  });
});
