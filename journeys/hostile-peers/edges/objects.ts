import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { describeCauses } from '../../../apps/server/src/platform/describe-causes.ts';
import {
  ObjectStoreError,
  type ObjectStore,
} from '../../../apps/server/src/platform/object-store/object-store.ts';
import {
  openTestBucket,
  openTestS3Store,
} from '../../../apps/server/src/platform/object-store/testing/open-test-stores.ts';
import { createFakeClock } from '../../../apps/server/src/testing/create-fake-clock.ts';
import type { PeerName } from '../hostile-peer.ts';
import { createHttpDialect } from '../http-dialect.ts';
import { faceEach, USER_INFO, type Edge } from './edge.ts';

type Call = (store: ObjectStore) => Promise<unknown>;

const openObjectsEdge = (name: string, takes: readonly PeerName[], call: Call): Edge => ({
  name,
  speak: (dripMs) => createHttpDialect('application/xml', dripMs),
  isSecure: false,
  takes,
  // Nothing in S3's SDK counts interim answers.
  hears: ['a flood of interim answers'],
  open: async ({ deadlineMs }) => {
    const clock = createFakeClock();
    const bucket = await openTestBucket(clock);
    const faceHonest = async () => {
      await bucket.store.put('org/a', Buffer.from('bytes'));
      expect(String(await buffer(await bucket.store.get('org/a')))).toBe('bytes');
    };
    return {
      faceAll: (peers) =>
        faceEach(peers, async ({ host, isTls }) => {
          const endpoint = `http${isTls ? 's' : ''}://${host}`;
          const settings = { ...bucket.settings, endpoint, secretAccessKey: USER_INFO };
          const deadlines = deadlineMs ? { timeoutMs: deadlineMs, stallMs: deadlineMs } : {};
          const opened = await openTestS3Store(settings, { clock, ...deadlines });
          try {
            await call(opened.store);
            return { outcome: 'done', told: '' };
          } catch (error) {
            // HTTP answers an ObjectStoreError with 503, and any other error with 500.
            expect(error).toBeInstanceOf(ObjectStoreError);
            return { outcome: 'failed', told: `${String(error)} ${JSON.stringify(describeCauses(error))}` };
          } finally {
            await opened.close();
          }
        }),
      faceHonest,
      recover: faceHonest,
      close: bucket.close,
    };
  },
});

/** The status alone says that the object is stored; nobody needs the answer's body. */
export const OBJECTS_PUT = openObjectsEdge('the object store, which is to keep', ['a gzip bomb'], (store) =>
  store.put('org/a', randomBytes(1_000)),
);
export const OBJECTS_LISTED = openObjectsEdge('the object store, which is to list', [], (store) =>
  readAll(store.list('org/')),
);

const readAll = async (listed: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of listed);
};
