import { afterEach, expect, test, vi } from 'vitest';
import type { Happening } from '../shelf/move-item.ts';
import type { KeptItem } from '../shelf/queue-item.ts';
import { sendItem } from './send-item.ts';

const SERVICE = { uploadsUrl: 'https://example.com/v1/field/uploads', fieldToken: 'token' };
const RECEIPT = { 'Evidence-Id': 'mine', 'Evidence-Received-Sha256': 'a', 'Evidence-Sequence': '7' };
/** The reply to an earlier begin was lost: the item's upload may exist. */
const TRIED = { id: 'i', sha256: 'a', slot: 'roof', isTried: true, uploadKey: 'first' } as KeptItem;

afterEach(() => void vi.unstubAllGlobals());

const send = async (answer: (method: string) => Response) => {
  const asked: string[] = [];
  const noted: Happening[] = [];
  vi.stubGlobal('fetch', async (_: string, { method }: { method: string }) => {
    asked.push(method);
    return answer(method);
  });
  const hindrance = sendItem({
    service: SERVICE,
    item: TRIED,
    content: new Blob(['a']),
    isTaken: () => false,
    note: async (happening) => void noted.push(happening),
    onProgress: () => {},
  });
  return { hindrance, asked, noted };
};

test('an item whose replies were all lost is not sent again where it has become evidence', async () => {
  const { hindrance, asked, noted } = await send((method) =>
    method === 'HEAD'
      ? new Response(null, { headers: RECEIPT })
      : Response.json({ data: [{ id: 'mine', received_sha256: 'a', slot: 'roof' }], next_cursor: null }),
  );
  expect(await hindrance).toBeUndefined();
  expect(asked).toEqual(['GET', 'HEAD']);
  expect(noted).toEqual([{ kind: 'received', receipt: { evidenceId: 'mine', sha256: 'a', sequence: 7 } }]);
});

test.each([
  ['a list that is not there', 404, { kind: 'again', retryAfterMs: 0 }],
  ['a service that is not well', 503, { kind: 'again', retryAfterMs: 0 }],
  ['a dead token', 401, { kind: 'access' }],
])('while it is not known whether it has, nothing is begun: %s', async (_, status, expected) => {
  const { hindrance, asked, noted } = await send(() => Response.json({}, { status }));
  expect(await hindrance).toEqual(expected);
  expect([asked, noted]).toEqual([['GET'], []]);
});

test('nor where the answer is none of the service’s, such as a page that asks to log in', async () => {
  const { hindrance, asked, noted } = await send(() => new Response('<html>'));
  await expect(hindrance).rejects.toThrow();
  expect([asked, noted]).toEqual([['GET'], []]);
});
