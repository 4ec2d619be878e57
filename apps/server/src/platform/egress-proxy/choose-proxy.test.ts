import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../config/read-config.ts';
import { chooseProxy, destinationOf, parseNoProxy } from './choose-proxy.ts';

const HTTPS = new URL('http://secure-proxy:3128');
const HTTP = new URL('http://proxy:3128');

const choose = (url: string, noProxy = ''): string | undefined =>
  chooseProxy(
    { httpsProxy: HTTPS, httpProxy: HTTP, noProxy: parseNoProxy(noProxy)! },
    destinationOf(new URL(url)),
  )?.hostname;

describe('chooseProxy', () => {
  it.each([
    ['https://hooks.example.com/a', 'secure-proxy'],
    ['smtp://mail.example.com', 'secure-proxy'],
    ['smtps://mail.example.com', 'secure-proxy'],
    ['http://tsa.example.com', 'proxy'],
    ['https://localhost:8443', undefined],
    ['https://api.localhost', undefined],
    ['http://127.8.0.1', undefined],
    ['https://[::1]', undefined],
  ])('%s goes through %s', (url, proxy) => {
    expect(choose(url)).toBe(proxy);
  });

  it.each([
    ['example.com', 'https://example.com'],
    ['example.com', 'https://S3.EXAMPLE.com.'],
    ['.example.com', 'https://a.b.example.com'],
    ['*.example.com', 'https://a.example.com'],
    ['a.example,b.example c.example', 'https://c.example'],
    ['example.com:8443', 'https://example.com:8443'],
    ['mail.example.com:465', 'smtps://mail.example.com'],
    ['10.0.0.0/8', 'https://10.1.2.3'],
    ['fd00::/8', 'https://[fd12::1]'],
    ['[fd12::1]:8443', 'https://[fd12:0::1]:8443'],
    ['192.168.1.4', 'http://192.168.1.4:9000'],
    ['*', 'https://example.com'],
  ])('with NO_PROXY=%s, %s is reached without', (noProxy, url) => {
    expect(choose(url, noProxy)).toBeUndefined();
  });

  it.each([
    ['example.com', 'https://notexample.com'],
    ['example.com:8443', 'https://example.com'],
    ['10.0.0.0/8', 'https://11.0.0.1'],
    ['10.0.0.0/8', 'https://10.example.com'],
    ['10.0.0.1', 'https://[fd12::1]'],
    ['', 'https://example.com'],
  ])('with NO_PROXY=%s, %s is not', (noProxy, url) => {
    expect(choose(url, noProxy)).toBe('secure-proxy');
  });
});

describe('the settings', () => {
  const wordsOf = (env: Record<string, string>): string => {
    try {
      readConfig(env);
      return '';
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as Error).message;
    }
  };

  it('are taken in small letters, too, and in capitals first', () => {
    const { egressProxies } = readConfig({
      https_proxy: 'http://small:1',
      HTTPS_PROXY: 'http://large:1',
      http_proxy: 'http://small:2',
      no_proxy: '.internal',
    }).secrets;
    expect(egressProxies.httpsProxy?.hostname).toBe('large');
    expect(egressProxies.httpProxy?.hostname).toBe('small');
    expect(egressProxies.noProxy).toEqual([{ host: 'internal', port: undefined }]);
  });

  it.each(['proxy:3128', 'https://proxy', 'socks5://proxy', 'http://proxy/path', 'http://u:s3cr%zz@proxy'])(
    'HTTPS_PROXY=%s stops the start, and is not repeated',
    (HTTPS_PROXY) => {
      const words = wordsOf({ HTTPS_PROXY });
      expect(words).toMatch(/^HTTPS_PROXY: must be such as http:/);
      expect(words).not.toContain('s3cr');
    },
  );

  it.each(['a b/c', '10.0.0.0/99', 'http://a.example', '?'])('NO_PROXY=%s stops the start', (NO_PROXY) => {
    expect(wordsOf({ NO_PROXY })).toMatch(/^NO_PROXY: must be names, addresses or networks/);
  });
});
