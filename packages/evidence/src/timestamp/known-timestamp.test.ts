import { describe, expect, it } from 'vitest';

import { readKnownTimestamp } from '../testing/known-timestamp/read-known-timestamp.ts';
import { buildTimestampRequest } from './build-timestamp-request.ts';
import { verifyTimestamp } from './verify-timestamp.ts';

const NONCE = new TextEncoder().encode('Known!!!');

// A change that makes this fail makes every existing token unverifiable: mend the change, not the test.
describe('the known timestamp', () => {
  it('was asked for in these bytes', () => {
    const { digest } = readKnownTimestamp();
    const { der, nonce } = buildTimestampRequest(digest, { nonce: NONCE });

    expect(nonce).toEqual(NONCE);
    expect(Buffer.from(der).toString('hex')).toBe(
      '30430201013031300d060960864801650304020105000420' +
        '2722eb9e0d99d1daad127a8e25ab37ec6d1bc76e89208cd50158b58f61a291ab' +
        '02084b6e6f776e2121210101ff',
    );
  });

  // 2026 to 2126: long after the certificates' end.
  it.each(['2026-11-20T16:50:00Z', '2126-11-20T16:50:00Z'])('verifies, at %s, to this', async (now) => {
    const { token, root, digest } = readKnownTimestamp();

    const verdict = await verifyTimestamp(token, {
      digest,
      nonce: NONCE,
      roots: [root],
      now: new Date(now),
    });

    expect(verdict).toEqual({
      valid: true,
      gen_time: '2026-11-20T16:49:35.502Z',
      serial: '02',
      policy: '1.3.6.1.4.1.99999.1',
      accuracy_us: 1_500_250,
      authority: 'CN=Unit,C=IT',
    });
  });
});
