import fc from 'fast-check';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './read-config.ts';
import { parseS3Url } from './parse-s3-url.ts';

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
    ...['', 's3.example.com', 's3://k:s@host/bucket', 'ftp://k:s@host/bucket', 'https://host/bucket'],
    ...['https://k@host/bucket', 'https://:s@host/bucket', 'https://k:s@host', 'https://k:s@host/'],
    ...[
      'https://k:s@host/Bucket',
      'https://k:s@host/bucket/prefix',
      'https://k:s@host/ab',
      'https://k:s@host/bucket#a',
    ],
    ...[
      'https://k:s@host/bucket?regoin=a',
      'https://k:s@host/bucket?region=',
      'https://k:s@host/bucket?region=EU',
    ],
    ...['https://k:s@host/bucket?signed_urls=no', 'https://k:%zz@host/bucket'],
  ])('refuses %j', (value) => {
    expect(parseS3Url(value)).toBeUndefined();
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
