import { describe, expect, it } from 'vitest';
import { renderMessage } from './render-message.ts';

const signUrl = 'https://inspect.example/sign#dG9rZW4_x-&y';
const person = { organisationName: 'Acme & Söhne', firstName: 'Anna Bianchi' };
const request = {
  reference: 'CLM-417',
  endedAt: new Date('2026-11-20T12:00:00Z'),
  ...person,
  signUrl,
  expiresAt: new Date('2026-11-21T09:30:00Z'),
};
const code = { ...person, code: '048291', codeLifetimeMs: 600_000 };

describe('the request to sign', () => {
  it('says who asks, how long the link lives, and that a code comes apart', () => {
    const { subject, text } = renderMessage({
      kind: 'signature_request_email',
      locale: 'en',
      values: request,
    });
    expect(subject).toBe('Acme & Söhne asks you to sign a report');
    expect(text).toContain(`\n${signUrl}\n`);
    expect(text).toContain('Reference: CLM-417');
    expect(text).toMatch(/Date of the inspection: Friday.* 20 November 2026/);
    expect(text).toMatch(/valid until Saturday.* 21 November 2026.* 09:30 UTC/);
    expect(text).toContain('It comes in a separate message');
    expect(text).not.toContain('048291');
  });

  it('has a code of its own, with its lifetime and a warning, never in the subject', () => {
    const { subject, text } = renderMessage({ kind: 'signature_otp_email', locale: 'en', values: code });
    expect(subject).not.toContain('048291');
    expect(text).toContain('048291');
    expect(text).toContain('valid for 10 minutes');
    expect(text).toContain('Never share this code');
    expect(text).not.toContain('sign#');
  });
});
