import type { Evidence, EvidencePage } from '@field-inspection/contract';
import type { z } from 'zod';
import { type Failure, readFailure, UploadFailure } from './judge-failure.ts';
import type { KeptItem, Receipt } from '../shelf/queue-item.ts';

/** The service inspects the photo before it replies to the last byte. */
const TIMEOUT_MS = 60_000;

export type FieldService = { uploadsUrl: string; fieldToken: string };

/**
 * Gives the receipt of an upload whose bytes have all arrived; a service that was stopped before it finished the upload
 * does so now.
 *
 * @throws {UploadFailure}
 */
export const finishUpload = async (
  service: FieldService,
  { uploadUrl, bytes }: { uploadUrl: string; bytes: number },
): Promise<Receipt | undefined> => {
  const response = await callField(service, 'PATCH', {
    url: uploadUrl,
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(bytes),
      'Content-Type': 'application/offset+octet-stream',
    },
  });
  return readReceipt((name) => response.headers.get(name));
};

/**
 * Asked before an upload is begun anew: the one before may have become evidence while its replies were lost.
 *
 * @param isTaken whether a piece of evidence is another item's
 * @throws {UploadFailure}
 */
export const findStored = async (
  service: FieldService,
  { sha256, slot }: Pick<KeptItem, 'sha256' | 'slot'>,
  isTaken: (evidenceId: string) => boolean,
): Promise<Receipt | undefined> => {
  for await (const { id, received_sha256, ...evidence } of listEvidence(service)) {
    if (received_sha256 !== sha256 || evidence.slot !== (slot ?? '') || isTaken(id)) continue;
    const receipt = await readOwn(service, id);
    if (receipt) return receipt;
  }
  return undefined;
};

async function* listEvidence(service: FieldService): AsyncGenerator<Evidence> {
  let cursor: string | null = null;
  do {
    const url = besideUploads(service, 'evidence');
    url.searchParams.set('limit', '100');
    if (cursor) url.searchParams.set('cursor', cursor);
    const response = await callField(service, 'GET', { url: url.href });
    const page = (await response.json()) as z.output<typeof EvidencePage>;
    yield* page.data;
    cursor = page.next_cursor;
  } while (cursor);
}

/** Gives undefined for another participant's upload of the same picture, which the list shows, too. */
const readOwn = async (service: FieldService, uploadId: string): Promise<Receipt | undefined> => {
  const url = locateUpload(service, uploadId);
  const headers = { 'Tus-Resumable': '1.0.0' };
  const response = await callField(service, 'HEAD', { url, headers }).catch((error: unknown) => {
    if (error instanceof UploadFailure && error.failure.status === 404) return undefined;
    throw error;
  });
  return response && readReceipt((name) => response.headers.get(name));
};

export const tellUnsent = async (service: FieldService, unsentItems: number): Promise<boolean> => {
  const { href } = besideUploads(service, 'session');
  const response = await fetch(href, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${service.fieldToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ unsent_items: unsentItems }),
    keepalive: true,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  return response?.ok ?? false;
};

export const locateUpload = ({ uploadsUrl }: FieldService, id: string): string =>
  `${uploadsUrl}/${id.split('/').at(-1)}`;

const besideUploads = ({ uploadsUrl }: FieldService, name: string): URL => new URL(name, uploadsUrl);

const callField = async (
  { fieldToken }: FieldService,
  method: Failure['method'],
  { url, headers }: { url: string; headers?: Record<string, string> },
): Promise<Response> => {
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${fieldToken}`, ...headers },
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new UploadFailure({ method }, error);
  });
  if (response.ok) return response;
  const retryAfter = response.headers.get('Retry-After');
  throw new UploadFailure(
    readFailure(method, { status: response.status, body: await response.text().catch(() => ''), retryAfter }),
  );
};

/** Gives undefined while the upload is no evidence. A photo's hash is that of its bytes as they came. */
export const readReceipt = (header: (name: string) => string | null | undefined): Receipt | undefined => {
  const evidenceId = header('Evidence-Id');
  const sha256 = header('Evidence-Received-Sha256') ?? header('Evidence-Sha256');
  if (!evidenceId || !sha256) return undefined;
  const sequence = Number(header('Evidence-Sequence') ?? Number.NaN);
  return { evidenceId, sha256, sequence: Number.isInteger(sequence) ? sequence : undefined };
};
