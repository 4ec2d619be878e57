import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePhoneNumber } from './read-phone.ts';

describe('parsePhoneNumber', () => {
  it.each([
    ['+39 347 123 4567', '+393471234567'],
    [' +33 (0)6 12 34 56 78 ', '+33612345678'],
    ['+12125550100', '+12125550100'],
    ['+390669812345', '+390669812345'],
    ['\u202a+39 347 123 4567\u202c', '+393471234567'],
    ['\u200e+39\u00a0347\u202f123\u20114567', '+393471234567'],
    ['+39\ufe0e 347 123 4567\ufe0f', '+393471234567'],
    ['+3️⃣9️⃣3471234567', '+393471234567'],
    ['＋３９３４７１２３４５６７', '+393471234567'],
    ['\ufeff+39\u200b3471234567', '+393471234567'],
    ['\u2066+49 (0)151 23456789\u2069', '+4915123456789'],
    ['tel:+39-347-123-4567', '+393471234567'],
    ['TEL:+393471234567', '+393471234567'],
    ['tel://+39-347-123-4567', '+393471234567'],
    ['tel:%2B393471234567', '+393471234567'],
    ['sms:+393471234567', '+393471234567'],
    ['callto:+39 347 1234567', '+393471234567'],
    ['+39\t347\t1234567', '+393471234567'],
    ['+39\r\n347 1234567', '+393471234567'],
    ["'+393471234567", '+393471234567'],
    ['(+39) 347.1234567', '+393471234567'],
    ['+39\u2013347\u22121234567', '+393471234567'],
    ['\u207a393471234567', '+393471234567'],
    ['+\u0663\u0669\u0663\u0664\u0667\u0661\u0662\u0663\u0664\u0665\u0666\u0667', '+393471234567'],
    ['+39 347\u00ad1234567', '+393471234567'],
  ])('writes %s as E.164', (input, number) => {
    expect(parsePhoneNumber(input)).toBe(number);
  });

  it.each([
    ['Europe/Rome', '0039 347 123 4567', '+393471234567'],
    ['Europe/Rome', '(0039) 347 1234567', '+393471234567'],
    ['Europe/Berlin', '00393471234567', '+393471234567'],
    ['Europe/Berlin', '0049 (0)151 23456789', '+4915123456789'],
    ['Europe/Zurich', 'tel:0039-347-1234567', '+393471234567'],
    ['Europe/London', '００39 347 1234567', '+393471234567'],
    ['America/New_York', '011 39 347 123 4567', '+393471234567'],
    ['Australia/Sydney', '0011 39 347 123 4567', '+393471234567'],
    ['Asia/Tokyo', '010 39 347 123 4567', '+393471234567'],
    ['Europe/Kyiv', '0039 347 1234567', '+393471234567'],
    ['Europe/Kiev', '0039 347 1234567', '+393471234567'],
    ['Asia/Kolkata', '0039-347-1234567', '+393471234567'],
    ['America/Indiana/Indianapolis', '011 39 347 1234567', '+393471234567'],
    ['US/Eastern', '011 39 347 1234567', '+393471234567'],
    ['GB', '0039 347 1234567', '+393471234567'],
    ['Europe/Belfast', '0039/347/1234567', '+393471234567'],
    ['Europe/Moscow', '8~10 39 347 1234567', '+393471234567'],
    ['Europe/Rome', 'sms:0044 (0)7911 123456', '+447911123456'],
  ])('in %s, %s leaves the country: it is %s', (timeZone, input, number) => {
    expect(parsePhoneNumber(input, timeZone)).toBe(number);
  });

  it.each([
    ['UTC', '0039 347 123 4567'],
    ['America/New_York', '0039 347 123 4567'],
    ['Asia/Tokyo', '0039 347 123 4567'],
    ['Europe/Rome', '011 39 347 123 4567'],
    ['Europe/Rome', '347 123 4567'],
    ['Europe/Rome', '06 69812345'],
    ['Europe/Berlin', '0151 23456789'],
    ['America/New_York', '212 555 0100'],
    ['America/New_York', '1 212 555 0100'],
    ['Europe/Rome', '00'],
    ['Europe/Rome', '000393471234567'],
  ])('in %s, %s has no country code', (timeZone, input) => {
    expect(parsePhoneNumber(input, timeZone)).toBeNull();
  });

  it.each([
    ['a national number: its country is unknown', '0347 1234567'],
    ['too short for its country', '+393471'],
    ['an unknown country', '+999123456789'],
    ['an extension, which no SMS reaches', '+1 212 555 0100 ext. 5'],
    ['words around a number', 'call +393471234567'],
    ['two numbers', '+39 347 1234567 / +39 347 1234568'],
    ['a number of a link to something else', 'fax:+393471234567'],
    ['a letter for a digit', '+39 O47 1234567'],
    ['a formula', '=+393471234567'],
    ['two signs', '++393471234567'],
    ['nothing', ''],
  ])('refuses %s', (_, input) => {
    expect(parsePhoneNumber(input)).toBeNull();
  });

  it('gives E.164 or null for anything, and the same for its own result', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\+[0-9 ]{5,16}$/)), (input) => {
        const number = parsePhoneNumber(input);
        if (number === null) return;
        expect(number).toMatch(/^\+[1-9]\d{4,14}$/);
        expect(parsePhoneNumber(number)).toBe(number);
      }),
    );
  });
});
