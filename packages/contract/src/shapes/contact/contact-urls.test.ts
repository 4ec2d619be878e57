import { describe, expect, it } from 'vitest';
import { dialUrlOf, mailUrlOf } from './contact-urls.ts';

describe('the address of a number', () => {
  it.each([
    ['+39 0471 123456', 'tel:+390471123456'],
    ['+49 (0)30 123-45', 'tel:+493012345'],
    ['(0471) 123/456.7', 'tel:04711234567'],
  ])('of %s is %s', (phone, url) => {
    expect(dialUrlOf(phone)).toBe(url);
  });
});

describe('the address of an e-mail', () => {
  it.each([
    ['eva@example.com', 'mailto:eva@example.com'],
    ['a?bcc=b&c%0a/d@example.com', 'mailto:a%3Fbcc%3Db%26c%250a%2Fd@example.com'],
    ['"a@b"@example.com', 'mailto:%22a%40b%22@example.com'],
  ])('of %s is %s: nothing in it becomes a header or a second recipient', (email, url) => {
    expect(mailUrlOf(email)).toBe(url);
  });
});
