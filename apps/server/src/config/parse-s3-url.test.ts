import fc from 'fast-check';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './read-config.ts';
import { parseS3Url } from './parse-s3-url.ts';

const faultOf = (value: string): string => {
  const told: string[] = [];
  expect(parseS3Url(value, (fault) => told.push(fault))).toBeUndefined();
  return told.join('\n');
};

describe('parseS3Url', () => {
  it('reads endpoint, bucket, region and credential', () => {
    expect(
      parseS3Url('https://AKIA1:sec%2Fr%2Bet@s3.eu-south-1.amazonaws.com/evidence?region=eu-south-1'),
    ).toEqual({
      endpoint: 'https://s3.eu-south-1.amazonaws.com',
      region: 'eu-south-1',
      bucket: 'evidence',
      accessKeyId: 'AKIA1',
      secretAccessKey: 'sec/r+et',
      signsUrls: true,
    });
    expect(parseS3Url('http://k:s@minio:9000/my.bucket-1/?signed_urls=false')).toEqual({
      endpoint: 'http://minio:9000',
      region: 'us-east-1',
      bucket: 'my.bucket-1',
      accessKeyId: 'k',
      secretAccessKey: 's',
      signsUrls: false,
    });
  });

  it('takes any key and secret, percent-encoded', () => {
    const word = fc.string({ minLength: 1 }).filter((value) => value.isWellFormed());
    const property = fc.property(word, word, (key, secret) => {
      const url = `https://${encodeURIComponent(key)}:${encodeURIComponent(secret)}@host/bucket`;
      expect(parseS3Url(url)).toMatchObject({ accessKeyId: key, secretAccessKey: secret });
    });
    fc.assert(property);
  });

  it.each([
    ['https://k:s@host/my_bucket', { bucket: 'my_bucket' }],
    ['https://k:s@host/Legacy.Bucket_1', { bucket: 'Legacy.Bucket_1' }],
    ['https://k:s@host/bucket?region=RegionOne', { region: 'RegionOne' }],
    ['https://k:s@host/bucket?region=GRA', { region: 'GRA' }],
    ['https://k:s@host/bucket?region=1', { region: '1' }],
    [
      'https://k:s@p.supabase.co/storage/v1/s3/evidence?region=eu-central-1',
      { endpoint: 'https://p.supabase.co/storage/v1/s3', bucket: 'evidence' },
    ],
    ['https://k:s@acc.r2.cloudflarestorage.com/evidence?region=auto', { region: 'auto' }],
    ['https://k:s@fsn1.your-objectstorage.com/evidence?region=fsn1', { region: 'fsn1' }],
    ['https://k:s@s3.example.com/evidence?region=other-v2-signature', { region: 'other-v2-signature' }],
    [
      'HTTPS://k:s@S3.example.com:8443/tenant%20a/Evidence_2026',
      { endpoint: 'https://s3.example.com:8443/tenant%20a', bucket: 'Evidence_2026' },
    ],
    ['https://k:a:b@c+d=@host/bucket', { secretAccessKey: 'a:b@c+d=' }],
    ['http://k:s@[::1]:9000/minio/bucket/', { endpoint: 'http://[::1]:9000/minio', bucket: 'bucket' }],
  ])('takes %s as other stores than Amazon are addressed', (value, expected) => {
    expect(parseS3Url(value)).toMatchObject(expected);
  });

  it.each([
    ['must be such as https:', ['', 's3.example.com', 's3://k:s@host/bucket', 'ftp://k:s@host/bucket']],
    ['the key, ', ['https://host/bucket', 'https://:s@host/bucket', 'https://%zz:s@host/bucket']],
    ['the secret, ', ['https://k@host/bucket', 'https://k:%zz@host/bucket']],
    ['what comes after #, ', ['https://k:s@host/bucket#a']],
    [
      'the bucket, ',
      [
        'https://k:s@host',
        'https://k:s@host/',
        'https://k:s@host/ab',
        'https://k:s@host/_bucket',
        'https://k:s@host/bucket-',
        'https://k:s@host/buc%20ket',
        'https://k:s@host/path//',
      ],
    ],
    [
      'region, ',
      ['', 'eu_west', 'eu west', '-eu', 'eu.west'].map(
        (region) => `https://k:s@host/bucket?region=${region}`,
      ),
    ],
    ['signed_urls, ', ['https://k:s@host/bucket?signed_urls=no']],
    ['the parameter regoin, ', ['https://k:s@host/bucket?regoin=a']],
  ])('names the part that it refuses: %s', (part, values) => {
    for (const value of values) {
      const words = faultOf(value);
      expect(words).toMatch(new RegExp(`^${part}`));
      expect(words).toContain('must be such as https://KEY:SECRET@s3.example.com/bucket');
    }
  });

  it('never repeats the key or the secret, whatever is wrong beside them', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9]{12,20}$/);
    const wrong = fc.constantFrom(
      '/b',
      '/bucket?region=_',
      '/bucket?x=1',
      '/bucket#a',
      '',
      '/bucket?signed_urls=1',
    );
    fc.assert(
      fc.property(word, word, wrong, (key, secret, rest) => {
        const words = faultOf(`https://${key}:${secret}@host${rest}`);
        expect(words).not.toContain(key);
        expect(words).not.toContain(secret);
      }),
    );
  });
});

describe('S3_URL', () => {
  it('stops the start when it is malformed, and is not repeated', () => {
    const read = () => readConfig({ S3_URL: 'https://key:s3cr/et@host/bucket' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/^S3_URL: must be such as https:/);
    expect(read).not.toThrow('s3cr');
  });

  it('is among what never prints', () => {
    const settings = readConfig({ S3_URL: 'https://the-key:the-secret@host/bucket' });
    expect(settings.secrets.s3?.secretAccessKey).toBe('the-secret');
    expect(inspect(settings, { depth: null, showHidden: true })).not.toContain('the-secret');
    expect(JSON.stringify(settings)).not.toContain('the-secret');
  });
});
