import { describe, expect, it } from 'vitest';
import { parseTsaUrls } from './parse-tsa-urls.ts';

describe('parseTsaUrls', () => {
  it('gives each address a name without password and query, and the password as a header', () => {
    expect(
      parseTsaUrls('https://tsa.example.com/tsr, http://us%40er:p%3Aw@10.0.0.5:3180/ts?account=secret'),
    ).toEqual([
      { name: 'https://tsa.example.com/tsr', url: 'https://tsa.example.com/tsr', authorization: undefined },
      {
        name: 'http://10.0.0.5:3180/ts',
        url: 'http://10.0.0.5:3180/ts?account=secret',
        authorization: `Basic ${Buffer.from('us@er:p:w').toString('base64')}`,
      },
    ]);
  });

  it('takes a percent sign in a password that encodes nothing as itself', () => {
    expect(parseTsaUrls('https://u:100%@tsa.example.com')?.[0]?.authorization).toBe(
      `Basic ${Buffer.from('u:100%').toString('base64')}`,
    );
  });

  it.each([
    'tsa.example.com',
    'ftp://tsa.example.com',
    'https://tsa.example.com/#a',
    'https://tsa.example.com,',
    'https://tsa.example.com,https://TSA.example.com/',
    'https://a:b@tsa.example.com/,https://tsa.example.com/?c=d',
    `https://tsa.example.com/${'a'.repeat(300)}`,
    'demo',
  ])('refuses %s', (value) => {
    expect(parseTsaUrls(value)).toBeUndefined();
  });
});
