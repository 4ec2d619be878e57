import { expect, it } from 'vitest';
import { readOwnDomain } from './exports/read-own-domain.ts';

const config = { baseUrl: 'https://inspections.example', servedHosts: ['other.inspections.example'] };

it.each([
  ['inspect.example.com', 'inspect.example.com'],
  ['Inspect.EXAMPLE.com.', 'inspect.example.com'],
  ['localhost.example.com', 'localhost.example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['prüfung.münchen.example', 'xn--prfung-4ya.xn--mnchen-3ya.example'],
  // Cyrillic: another name than it looks like, and shown as such.
  ['аpple.example', 'xn--pple-43d.example'],
])('takes %s as %s', (given, domain) => {
  expect(readOwnDomain(config, given)).toBe(domain);
});

it.each([
  '127.0.0.1',
  '0x7f.0.0.1',
  '2130706433.1',
  '127.1',
  '١٢٧.٠.٠.١',
  'inspections.example',
  'INSPECTIONS.example.',
  'other.inspections.example',
  'ex_ample.com',
  '-a.example.com',
  'a-.example.com',
  `${'a'.repeat(64)}.example.com`,
  `${'a.'.repeat(118)}example.com`,
  'example.com..',
  'xn--.example',
  'localhost',
  'preview.localhost',
  'Preview.LOCALHOST.',
  'printer.local',
  'inspect.invalid',
  'inspect.onion',
  'inspect.alt',
])('refuses %s', (given) => {
  expect(() => readOwnDomain(config, given)).toThrow(/^body\.domain: /);
});
