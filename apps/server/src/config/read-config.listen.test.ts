import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './read-config.ts';

const PRODUCTION = {
  DATABASE_URL: 'postgresql://fis:db-password@db.example.com/fis',
  BASE_URL: 'https://inspections.example.com',
  MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  SMTP_URL: 'smtps://user:smtp-password@mail.example.com',
};

describe('LISTEN_ADDRESS', () => {
  it.each(['127.0.0.1', '::', '10.0.0.5'])('%s is where the service listens', (LISTEN_ADDRESS) => {
    expect(readConfig({ ...PRODUCTION, LISTEN_ADDRESS }).config).toMatchObject({
      host: LISTEN_ADDRESS,
      baseUrl: 'https://inspections.example.com',
    });
  });

  it('is all addresses of IPv4 where it is left out or empty', () => {
    expect(readConfig(PRODUCTION).config.host).toBe('0.0.0.0');
    expect(readConfig({ ...PRODUCTION, LISTEN_ADDRESS: '' }).config.host).toBe('0.0.0.0');
  });

  it('may be either loopback address in demo mode, and links lead there', () => {
    expect(readConfig({ LISTEN_ADDRESS: '::1' }).config).toMatchObject({
      host: '::1',
      baseUrl: 'http://[::1]:3000',
    });
    expect(readConfig({ LISTEN_ADDRESS: '127.0.0.1' }).config.baseUrl).toBe('http://127.0.0.1:3000');
  });

  it.each(['0.0.0.0', '::', '192.168.1.2'])(
    '%s stops the start in demo mode, and says the way out',
    (LISTEN_ADDRESS) => {
      const start = () => readConfig({ LISTEN_ADDRESS });
      expect(start).toThrow(ConfigError);
      expect(start).toThrow(
        'LISTEN_ADDRESS: demo mode serves this machine only; use 127.0.0.1 or ::1, or set DATABASE_URL or DEMO=false',
      );
    },
  );
});

describe('BASE_URL', () => {
  it('that is no address is answered with an example of one', () => {
    expect(() => readConfig({ ...PRODUCTION, BASE_URL: 'inspections.example.com' })).toThrow(
      'BASE_URL: must be an address such as https://inspections.example.com',
    );
  });
});
