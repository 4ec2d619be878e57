import { LOCALES } from '@field-inspection/contract';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CONSENT_TEXT_VERSION } from '../../consents/exports/consent-text-version.ts';
import { listJoinPageTexts } from './list-join-page-texts.ts';

describe('listJoinPageTexts', () => {
  it.each(LOCALES)('gives the page all it shows as plain JSON in %s', (locale) => {
    const texts = listJoinPageTexts(locale, 'Acme');
    expect(JSON.parse(JSON.stringify(texts))).toEqual(texts);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(listJoinPageTexts('en', 'Acme')).sort());
  });

  it('has a text for every answer of the join that the page can meet', () => {
    const answers = [
      'otp_invalid',
      'otp_expired',
      'otp_locked',
      'invite_expired',
      'invite_redeemed',
      'not_found',
      'rate_limited',
    ] as const;
    const texts = listJoinPageTexts('en', null);
    expect(answers.filter((code) => !texts[`error.${code}`])).toEqual([]);
  });

  it('asks for consent with texts that have a version of their own: whoever changes one gives them a new version', () => {
    const asked = LOCALES.map((locale) =>
      Object.entries(listJoinPageTexts(locale, null)).filter(([name]) => name.startsWith('consent_')),
    );
    const digest = createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
    expect([CONSENT_TEXT_VERSION, digest]).toEqual(['2026-11-26', '0afa2a0b9d419c0f']);
  });

  it('writes out the plural: one text for each number of attempts from 0 to 5', () => {
    expect(listJoinPageTexts('cs', null)['error.otp_invalid']).toEqual([
      'Kód není správný. Nezbývá vám žádný pokus.',
      'Kód není správný. Zbývá vám 1 pokus.',
      'Kód není správný. Zbývají vám 2 pokusy.',
      'Kód není správný. Zbývají vám 3 pokusy.',
      'Kód není správný. Zbývají vám 4 pokusy.',
      'Kód není správný. Zbývá vám 5 pokusů.',
    ]);
  });

  it('leaves the masked channels to the page, and nothing else', () => {
    for (const locale of LOCALES) {
      const { code_hint_email, code_hint_phone, code_hint_both, ...others } = listJoinPageTexts(
        locale,
        'Acme',
      );
      expect(code_hint_email.match(/\{\w+\}/g)).toEqual(['{email}']);
      expect(code_hint_phone.match(/\{\w+\}/g)).toEqual(['{phone}']);
      expect(code_hint_both.match(/\{\w+\}/g)?.sort()).toEqual(['{email}', '{phone}']);
      expect(JSON.stringify(Object.values(others))).not.toMatch(/[{}]/);
    }
  });

  it('names the organisation only when it is told', () => {
    expect(listJoinPageTexts('en', 'Acme').intro).toBe('Acme invites you to a remote inspection.');
    expect(listJoinPageTexts('en', null).intro).toBe('You are invited to a remote inspection.');
  });
});
