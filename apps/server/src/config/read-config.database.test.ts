import { expect, it } from 'vitest';
import { choosePoolSize } from './suit-host.ts';
import { readConfig } from './read-config.ts';

const PRODUCTION = {
  DATABASE_URL: 'postgresql://fis:db-password@pooler.example.com/fis',
  BASE_URL: 'https://inspections.example.com',
  MASTER_KEYS: `k1:${Buffer.alloc(32, 5).toString('base64')}`,
  SMTP_URL: 'smtps://user:smtp-password@mail.example.com',
};
const DATABASE_DIRECT_URL = 'postgresql://fis@db.example.com/fis';
const DATABASE_PREPARED_URL = 'postgresql://fis_prepared@pooler.example.com/fis';

it('a pool has at least four connections, and as many as follow from the cores unless told otherwise', () => {
  expect(readConfig(PRODUCTION).config.databasePoolSize).toBe(choosePoolSize());
  expect(readConfig({ ...PRODUCTION, DATABASE_POOL_SIZE: '4' }).config.databasePoolSize).toBe(4);
});

it.each(['3', '1001', 'many', '-5'])('a pool of %s connections stops the start', (DATABASE_POOL_SIZE) => {
  expect(() => readConfig({ ...PRODUCTION, DATABASE_POOL_SIZE })).toThrow(/^DATABASE_POOL_SIZE: must be /);
});

it('prepared statements go through a pooler only where there is a way past it', () => {
  expect(() => readConfig({ ...PRODUCTION, DATABASE_PREPARED_URL })).toThrow(
    'DATABASE_PREPARED_URL: leads through a pooler, so set DATABASE_DIRECT_URL too',
  );
  expect(readConfig({ ...PRODUCTION, DATABASE_PREPARED_URL, DATABASE_DIRECT_URL }).secrets).toMatchObject({
    databasePreparedUrl: DATABASE_PREPARED_URL,
    databaseDirectUrl: DATABASE_DIRECT_URL,
  });
});

it('the embedded database has no pooler in front', () => {
  expect(() => readConfig({ DATABASE_DIRECT_URL })).toThrow(/^DATABASE_DIRECT_URL: /);
});
