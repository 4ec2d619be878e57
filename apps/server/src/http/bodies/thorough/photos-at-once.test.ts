import { openFieldSession } from '@field-inspection/sdk/field';
import { MAX_PHOTO_BYTES } from '@field-inspection/contract';
import { expect, it, onTestFinished } from 'vitest';
import { createByteRate } from '../../../platform/concurrency/create-byte-rate.ts';
import { openUploader } from '../../../testing/open-uploader.ts';
import { startTestServer } from '../../../testing/start-test-server.ts';
import { takeNoisyPhoto } from '../../../testing/take-noisy-photo.ts';

const MIB = 1024 ** 2;

it('more large photos at once than the rate lets come before their clients give up all arrive, those given up by their next try', async () => {
  const rate = { perSecond: MIB, burst: MIB, turn: MAX_PHOTO_BYTES };
  const server = await startTestServer({}, { bodies: createByteRate(rate) });
  onTestFinished(() => server.close());
  const { token } = await openUploader(server).joinWithConsent();
  const bytes = await takeNoisyPhoto({ width: 1100, height: 1000 });
  const photo = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
  const count = Math.ceil((12 * MIB) / bytes.length);
  // At a rate that all share equally, no photo would be whole in this time.
  const timeoutMs = 8_000;
  const field = openFieldSession({ token, baseUrl: server.baseUrl, timeoutMs, maxRetries: 8 });
  const sent = await Promise.all(Array.from({ length: count }, () => field.evidence.createPhoto(photo)));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(count);
}, 120_000);
