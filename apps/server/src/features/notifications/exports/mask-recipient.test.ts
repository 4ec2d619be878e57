import { maskEmail } from '@field-inspection/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskPhone } from './mask-recipient.ts';

describe('maskEmail', () => {
  it.each([
    ['anna@example.com', 'a•••@e•••.com'],
    ['a@b.co', 'a•••@b•••.co'],
    ['anna@mail.example.co.uk', 'a•••@m•••.uk'],
    ['root@localhost', 'r•••@l•••'],
    ['"a@b"@example.com', '"•••@e•••.com'],
    ['anna@[192.0.2.1]', 'a•••@[•••'],
    ['ñandú@пример.бг', 'ñ•••@п•••.бг'],
    ['😀x@example.com', '😀•••@e•••.com'],
    ['nobody', '•••'],
    ['@example.com', '•••'],
    ['', '•••'],
  ])('shows %s as %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });

  it('tells two addresses apart by the first characters and the last label only', () => {
    const label = fc.stringMatching(/^[a-z0-9-]{0,20}$/);
    fc.assert(
      fc.property(label, label, label, label, (local, domain, otherLocal, otherDomain) => {
        const masked = maskEmail(`a${local}@b${domain}.com`);
        expect(masked).toBe(maskEmail(`a${otherLocal}@b${otherDomain}.com`));
      }),
    );
  });

  it('shows at most one character of the local part, for any address', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(maskEmail(email)).toMatch(/^.•••@.•••(\.[a-z]+)?$/iu);
      }),
    );
  });
});

describe('maskPhone', () => {
  it.each([
    ['+393331234567', '+39 ••• ••67'],
    ['+12125550100', '+1 ••• ••00'],
    ['+35799123456', '+357 ••• ••56'],
    ['3331234567', '•••'],
    ['', '•••'],
  ])('shows %s as %s', (phone, masked) => {
    expect(maskPhone(phone)).toBe(masked);
  });

  it('shows of a number its country and two digits, whatever the rest', () => {
    const digits = fc.stringMatching(/^[0-9]{3,9}$/);
    fc.assert(
      fc.property(digits, fc.stringMatching(/^[0-9]{2}$/), (middle, last) => {
        expect(maskPhone(`+393${middle}${last}`)).toBe(`+39 ••• ••${last}`);
      }),
    );
  });
});
