import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './read-config.ts';

const PRODUCTION = {
  DATABASE_URL: 'postgresql://fis:db-password@db.example.com/fis',
  BASE_URL: 'https://inspections.example.com',
  MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  SMTP_URL: 'smtps://user:smtp-password@mail.example.com',
};

describe('HOST', () => {
  it.each(['127.0.0.1', '::', '10.0.0.5'])('%s is where the service listens', (HOST) => {
    expect(readConfig({ ...PRODUCTION, HOST }).config).toMatchObject({
      host: HOST,
      baseUrl: 'https://inspections.example.com',
    });
  });

  it('is all addresses of IPv4 where it is left out or empty', () => {
    expect(readConfig(PRODUCTION).config.host).toBe('0.0.0.0');
    expect(readConfig({ ...PRODUCTION, HOST: '' }).config.host).toBe('0.0.0.0');
  });

  it('may be either loopback address in demo mode, and links lead there', () => {
    expect(readConfig({ HOST: '::1' }).config).toMatchObject({ host: '::1', baseUrl: 'http://[::1]:3000' });
    expect(readConfig({ HOST: '127.0.0.1' }).config.baseUrl).toBe('http://127.0.0.1:3000');
  });

  it.each(['0.0.0.0', '::', '192.168.1.2'])(
    '%s stops the start in demo mode, and says the way out',
    (HOST) => {
      const start = () => readConfig({ HOST });
      expect(start).toThrow(ConfigError);
      expect(start).toThrow(
        'HOST: demo mode serves this machine only; use 127.0.0.1 or ::1, or set DATABASE_URL or DEMO=false',
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
