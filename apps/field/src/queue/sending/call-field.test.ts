import { afterEach, expect, test, vi } from 'vitest';
import { findStored, finishUpload, locateUpload, tellUnsent } from './call-field.ts';
import { UploadFailure } from './judge-failure.ts';

const SERVICE = { uploadsUrl: 'https://example.com/v1/field/uploads', fieldToken: 'token' };
const ITEM = { sha256: 'a', slot: 'roof' };
const RECEIPT = { 'Evidence-Id': 'mine', 'Evidence-Received-Sha256': 'a', 'Evidence-Sequence': '7' };

afterEach(() => void vi.unstubAllGlobals());

const serve = (...pages: { id: string; received_sha256: string | null; slot: string }[][]) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: { method: string }) => {
    asked.push(`${method} ${url}`);
    if (method === 'HEAD') {
      return url.endsWith('/theirs')
        ? new Response(null, { status: 404 })
        : new Response(null, { headers: RECEIPT });
    }
    const page = Number(new URL(url).searchParams.get('cursor') ?? 0);
    return Response.json({
      data: pages[page],
      next_cursor: page + 1 < pages.length ? String(page + 1) : null,
    });
  });
  return asked;
};

test('before an upload is begun anew, what the service has already is found by its hash and shot, however far back', async () => {
  const other = { id: 'other', received_sha256: 'b', slot: 'roof' };
  const asked = serve(
    [other, { ...other, id: 'open', received_sha256: null }],
    [{ ...other, id: 'cellar', received_sha256: 'a', slot: 'cellar' }],
    [{ ...other, id: 'mine', received_sha256: 'a' }],
  );
  const receipt = { evidenceId: 'mine', sha256: 'a', sequence: 7 };
  expect(await findStored(SERVICE, ITEM, () => false)).toEqual(receipt);
  expect(asked).toEqual([
    'GET https://example.com/v1/field/evidence?limit=100',
    'GET https://example.com/v1/field/evidence?limit=100&cursor=1',
    'GET https://example.com/v1/field/evidence?limit=100&cursor=2',
    'HEAD https://example.com/v1/field/uploads/mine',
  ]);
});

test('what another participant has sent of the same bytes is not theirs who asks', async () => {
  const same = { received_sha256: 'a', slot: 'roof' };
  const asked = serve([{ id: 'theirs', ...same }], [{ id: 'mine', ...same }]);
  expect(await findStored(SERVICE, ITEM, () => false)).toMatchObject({ evidenceId: 'mine' });
  serve([{ id: 'theirs', ...same }]);
  expect(await findStored(SERVICE, ITEM, () => false)).toBeUndefined();
  expect(asked).toContain('HEAD https://example.com/v1/field/uploads/theirs');
});

test('what is not there, or another item’s, is not found', async () => {
  serve([{ id: 'taken', received_sha256: 'a', slot: 'roof' }]);
  expect(await findStored(SERVICE, ITEM, (id) => id === 'taken')).toBeUndefined();
});

test('what the service refuses is told, and so is that no reply came', async () => {
  const finish = () => finishUpload(SERVICE, { uploadUrl: `${SERVICE.uploadsUrl}/mine`, bytes: 3 });
  vi.stubGlobal('fetch', async () => Response.json({ code: 'consent_required' }, { status: 409 }));
  await expect(finish()).rejects.toMatchObject({
    failure: { method: 'PATCH', status: 409, code: 'consent_required' },
  });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('cut');
  });
  const failed: unknown = await finish().catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(UploadFailure);
  expect(failed).toMatchObject({ failure: { method: 'PATCH' } });
  expect(await tellUnsent(SERVICE, 3)).toBe(false);
});

test('a PATCH from the end of an upload brings no bytes, and its receipt', async () => {
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_: string, request: RequestInit) => {
    sent.push(request);
    return new Response(null, { status: 204, headers: RECEIPT });
  });
  const receipt = await finishUpload(SERVICE, { uploadUrl: `${SERVICE.uploadsUrl}/mine`, bytes: 3 });
  expect(receipt).toEqual({ evidenceId: 'mine', sha256: 'a', sequence: 7 });
  expect(sent).toMatchObject([{ method: 'PATCH', headers: { 'Upload-Offset': '3' } }]);
  expect(sent[0]).not.toHaveProperty('body');
});

test('an upload is looked for at the service of today, whatever name it had when it was begun', () => {
  for (const known of ['mine', 'https://elsewhere.example/v1/field/uploads/mine'])
    expect(locateUpload(SERVICE, known)).toBe('https://example.com/v1/field/uploads/mine');
});
