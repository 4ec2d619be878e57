import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTargetUrl } from './check-target-url.ts';

const judge = (text: string): string[] =>
  [false, true].map((allowPrivateNetworks) => {
    const check = checkTargetUrl(text, { allowPrivateNetworks });
    return check.ok ? 'ok' : check.reason;
  });

describe('checkTargetUrl', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://Example.COM/Hook?a=1&b=%20', 'https://example.com/Hook?a=1&b=%20'],
    ['https://example.com:443/', 'https://example.com/'],
    ['https://example.com:8443/a@b', 'https://example.com:8443/a@b'],
    ['https://8.8.8.8/hook', 'https://8.8.8.8/hook'],
    ['https://[2606:4700::1111]:8443/', 'https://[2606:4700::1111]:8443/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example/'],
  ])('takes %s', (text, href) => {
    const check = checkTargetUrl(text, { allowPrivateNetworks: false });
    expect(check.ok && check.url.href).toBe(href);
  });

  it.each([
    'https://localhost/',
    'https://hook.localhost:8443/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.0.0.1/',
    'https://192.168.1.1:8443/',
  ])('takes %s only where the operator admits private networks', (text) =>
    expect(judge(text)).toEqual(['blocked_address', 'ok']),
  );

  it.each([
    ['decimal', 'https://2130706433/'],
    ['hexadecimal', 'https://0x7f000001/'],
    ['hexadecimal parts', 'https://0x7f.0x0.0x0.0x1/'],
    ['octal', 'https://0177.0.0.01/'],
    ['short', 'https://127.1/'],
    ['zero', 'https://0/'],
    ['full-width digits', 'https://１２７.０.０.１/'],
    ['ideographic dots', 'https://127。0。0。1/'],
    ['half-width ideographic dots', 'https://127｡0｡0｡1/'],
    ['full-width dots', 'https://127．0．0．1/'],
    ['percent-encoded', 'https://%31%32%37.0.0.1/'],
    ['trailing dot', 'https://127.0.0.1./'],
    ['circled letters', 'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/'],
    ['soft hyphen', 'https://local\u00adhost/'],
    ['IPv6 at length', 'https://[0:0:0:0:0:0:0:1]/'],
  ])('refuses loopback in %s, wherever loopback itself is admitted', (_, text) => {
    const [strict, lax] = judge(text);
    expect(strict).toBe('blocked_address');
    expect(['blocked_url', 'blocked_address']).toContain(lax);
  });

  it.each([
    ['IPv4-mapped', 'https://[::ffff:127.0.0.1]/'],
    ['IPv4-mapped, of a public address', 'https://[::ffff:8.8.8.8]/'],
    ['IPv4-compatible', 'https://[::127.0.0.1]/'],
    ['NAT64', 'https://[64:ff9b::7f00:1]/'],
    ['local NAT64', 'https://[64:ff9b:1::7f00:1]/'],
    ['6to4', 'https://[2002:7f00:1::]/'],
    ['Teredo', 'https://[2001:0:7f00:1::]/'],
    ['metadata', 'https://169.254.169.254/latest/meta-data'],
    ['metadata over IPv6', 'https://[fd00:ec2::254]/'],
    ['link-local', 'https://[fe80::1]/'],
  ])('refuses %s always', (_, text) => expect(judge(text)).toEqual(['blocked_address', 'blocked_address']));

  it.each([
    ['http', 'http://example.com/'],
    ['file', 'file:///etc/passwd'],
    ['another scheme', 'gopher://example.com/'],
    ['no scheme', 'example.com/hook'],
    ['a relative reference', '//example.com/'],
    ['no slashes', 'https:example.com'],
    ['one slash', 'https:/example.com'],
    ['three slashes', 'https:///example.com'],
    ['a user', 'https://user@example.com/'],
    ['a user and password', 'https://user:pw@example.com/'],
    ['an empty user', 'https://@example.com/'],
    ['a fragment', 'https://example.com/#a'],
    ['an empty fragment', 'https://example.com/#'],
    ['a backslash before @', 'https://host\\@evil.example/'],
    ['a backslash', 'https://example.com\\hook'],
    ['a zone id', 'https://[fe80::1%25eth0]/'],
    ['a raw zone id', 'https://[fe80::1%eth0]/'],
    ['a trailing dot', 'https://example.com./'],
    ['a public address in decimal', 'https://134744072/'],
    ['a public address in hexadecimal', 'https://0x8.8.8.8/'],
    ['a public address with a trailing dot', 'https://8.8.8.8./'],
    ['an ideographic dot', 'https://example。com/'],
    ['a percent-encoded host', 'https://%65xample.com/'],
    ['a port with leading zeros', 'https://example.com:08443/'],
    ['an empty port', 'https://example.com:/'],
    ['a port out of range', 'https://example.com:65536/'],
    ['leading space', ' https://example.com/'],
    ['a tab inside', 'https://exa\tmple.com/'],
    ['a newline inside', 'https://example.com/\nHost: evil'],
    ['NUL', 'https://example.com/\0'],
    ['an empty host', 'https://'],
    ['nothing', ''],
    ['too many characters', `https://example.com/${'a'.repeat(2029)}`],
  ])('refuses %s: %j', (_, text) => expect(judge(text)).toEqual(['blocked_url', 'blocked_url']));

  it.each([
    0, 22, 25, 53, 110, 143, 389, 445, 465, 587, 993, 995, 1433, 1521, 3306, 5432, 6379, 11211, 27017,
  ])('refuses port %d, whose service does not speak HTTP', (port) =>
    expect(judge(`https://example.com:${port}/`)).toEqual(['blocked_url', 'blocked_url']),
  );

  it('refuses every private address however it is spelled', () => {
    fc.assert(
      fc.property(privateIpv4, spelling, (address, spell) => {
        const check = checkTargetUrl(`https://${spell(address)}/`, { allowPrivateNetworks: false });
        expect(check).toMatchObject({ ok: false, reason: 'blocked_address' });
      }),
      { numRuns: 5000 },
    );
  });

  it('takes a link-local address in no spelling, even where private networks are admitted', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), spelling, (low, spell) => {
        const check = checkTargetUrl(`https://${spell(0xa9fe0000 + low)}/`, { allowPrivateNetworks: true });
        expect(check.ok).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});

const privateIpv4 = fc
  .constantFrom<[number, number]>(
    [0x0a000000, 24],
    [0x7f000000, 24],
    [0xac100000, 20],
    [0xc0a80000, 16],
    [0x64400000, 22],
  )
  .chain(([network, hostBits]) => fc.nat(2 ** hostBits - 1).map((host) => network + host));

type Spell = (address: number) => string;

const bytesOf = (address: number): number[] => [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff);
const dotted = (address: number): string => bytesOf(address).join('.');
const words = (address: number): string =>
  `${(address >>> 16).toString(16)}:${(address & 0xffff).toString(16)}`;

const radix: fc.Arbitrary<(part: number) => string> = fc.constantFrom(
  (part: number) => String(part),
  (part: number) => `0x${part.toString(16)}`,
  (part: number) => `0X${part.toString(16).toUpperCase()}`,
  (part: number) => `0x0000${part.toString(16)}`,
  (part: number) => `0${part.toString(8)}`,
);

/** inet_aton reads one to four parts, of which the last takes the rest, each in any radix. */
const inetAton = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.array(radix, { minLength: 4, maxLength: 4 }))
  .map(([count, radices]): Spell => (address) => {
    const leading = bytesOf(address).slice(0, count - 1);
    const rest = address % 2 ** (8 * (5 - count));
    return [...leading, rest].map((part, index) => (radices[index] ?? String)(part)).join('.');
  });

const spelling: fc.Arbitrary<Spell> = fc.oneof(
  inetAton,
  fc.constantFrom('。', '．', '｡').map(
    (dot): Spell =>
      (address) =>
        dotted(address).replaceAll('.', dot),
  ),
  fc.constantFrom<Spell>(
    (address) => `${dotted(address)}.`,
    (address) => dotted(address).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    (address) => dotted(address).replace(/\d/g, (digit) => `%3${digit}`),
    (address) => `[::ffff:${dotted(address)}]`,
    (address) => `[::ffff:${words(address)}]`,
    (address) => `[0:0:0:0:0:FFFF:${words(address).toUpperCase()}]`,
    (address) => `[::${words(address)}]`,
    (address) => `[64:ff9b::${words(address)}]`,
    (address) => `[64:ff9b:1::${dotted(address)}]`,
    (address) => `[2002:${words(address)}::1]`,
    (address) => `[2001:0:${words(address)}::1]`,
    (address) => `${dotted(address)}:443`,
  ),
);
