import { expect, test } from 'vitest';
import { Email } from './text.ts';

test.each([
  ['ada@example.com'],
  ['Ada.Rossi@Example.COM'],
  ["o'hara@example.com"],
  ['a&b@example.com'],
  ['info/roof@example.com'],
  ['a+b=c@example.com'],
  ['!#$%&*+-/=?^_`{|}~@example.com'],
  ['ada@sub.mail.example.co.uk'],
  ['ada@ex--ample.com'],
  ['ada@1und1.de'],
  ['ada@xn--bcher-kva.example'],
  ['ada@example.xn--p1ai'],
  ['"ada rossi"@example.com'],
  ['"a@b"@example.com'],
  ['"a\\"b\\\\c"@example.com'],
  ['""@example.com'],
  [`${'a'.repeat(64)}@example.com`],
])('%s is taken as it is', (address) => {
  expect(Email.parse(address)).toBe(address);
});

test.each([
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
  ['ada@faß.de', 'ada@xn--fa-hia.de'],
  ['info@почта.рф', 'info@xn--80a1acny.xn--p1ai'],
  ['info@παράδειγμα.ελ', 'info@xn--hxajbheg2az3al.xn--qxam'],
  ['info@例え.jp', 'info@xn--r8jz45g.jp'],
  ['info@例子。测试', 'info@xn--fsqu00a.xn--0zwm56d'],
  ['info@例え．ｊｐ', 'info@xn--r8jz45g.jp'],
  ['ada@ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
  ['ada@الأردن.jo', 'ada@xn--igbhzh7gpa.jo'],
  ['ada@मेल.भारत', 'ada@xn--r2bi6d.xn--h2brj9c'],
  ['ada@한국.kr', 'ada@xn--3e0b707e.kr'],
  ['ada@ไทย.ไทย', 'ada@xn--o3cw4h.xn--o3cw4h'],
  ['"ada rossi"@bücher.example', '"ada rossi"@xn--bcher-kva.example'],
  ['a&b@müller-söhne.de', 'a&b@xn--mller-shne-kcb9d.de'],
])('%s is kept as %s, which every mail server knows', (address, kept) => {
  expect(Email.parse(address)).toBe(kept);
  expect(Email.parse(kept)).toBe(kept);
});

test.each([
  ['ada@example-.com'],
  ['ada@-example.com'],
  ['ada@exa_mple.com'],
  ['ada@example..com'],
  ['ada@.example.com'],
  ['ada@example.com.'],
  ['ada@example'],
  ['ada@example.c'],
  ['ada@example.123'],
  ['ada@192.0.2.1'],
  ['ada@example.com-'],
  [`ada@${'a'.repeat(64)}.com`],
  ['@example.com'],
  ['ada'],
  ['ada.@example.com'],
  ['.ada@example.com'],
  ['a..da@example.com'],
  ['a da@example.com'],
  ['a,b@example.com'],
  ['Ada <ada@example.com>'],
  ['ada@example.com\n'],
  ['ada\r\n@example.com'],
  ['"ada@example.com'],
  ['"a"b"@example.com'],
  ['"a\nb"@example.com'],
  ['ada@a@example.com'],
  ['ädä@example.com'],
  ['ada@bü\u200bcher.de'],
  ['ada@bücher\u202e.de'],
  ['ada@bücher.de/path'],
  ['ada@bücher。。de'],
  ['ada@。example.com'],
  ['ada@１９２.０.２.１'],
  ['ada@bücher.1'],
  ['ada@bücher.0x1'],
  ['ada＠example.com'],
  ['ada@b\u00fcch%65r.de'],
  ['mailto:ada@example.com'],
  ['ada@bücher.de:25'],
  ['ada@xn--bücher.de'],
  [`ada@${'äöü'.repeat(21)}.de`],
  [`${'a'.repeat(65)}@example.com`],
  [`${'a'.repeat(60)}@${'b.'.repeat(96)}com`],
])('%j is no address', (address) => {
  expect(Email.safeParse(address).success).toBe(false);
});
