import type { HttpRequest, HttpResponse, Upload } from 'tus-js-client';
import { type Failure, readFailure, UploadFailure } from './judge-failure.ts';
import type { KeptItem, Receipt } from '../shelf/queue-item.ts';
import { readReceipt } from './call-field.ts';

/** Time without progress after which the upload is asked for again: a network may swallow bytes silently. */
const STALLED_MS = 60_000;
const PART_BYTES = 1024 * 1024;

export type UploadCall = {
  item: KeptItem;
  content: Blob;
  uploadUrl: string | undefined;
  endpoint: string;
  fieldToken: string;
  onBegun: (uploadUrl: string) => void;
  onProgress: (progress: number) => void;
};

/**
 * Sends the rest of an item by tus, once. Gives undefined where all bytes arrived and the service has made no evidence
 * of them yet.
 *
 * @throws {UploadFailure}
 */
export const uploadItem = async (call: UploadCall): Promise<Receipt | undefined> => {
  const { Upload } = await import('tus-js-client').catch((error: unknown) => {
    throw new UploadFailure({ method: 'POST' }, error);
  });
  return new Promise((resolve, reject) => {
    const { item, content, uploadUrl, endpoint, fieldToken, onBegun, onProgress } = call;
    const fail = (failure: Failure, cause?: unknown) => {
      stall.clear();
      reject(new UploadFailure(failure, cause));
    };
    const stall = watchStall(() => {
      void upload.abort();
      fail({ method: 'PATCH' });
    });
    const upload: Upload = new Upload(content, {
      // Both would begin a second upload where the first does not answer.
      ...(uploadUrl === undefined ? { endpoint } : { uploadUrl }),
      headers: { Authorization: `Bearer ${fieldToken}` },
      metadata: describeItem(item),
      chunkSize: PART_BYTES,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request: HttpRequest) => {
        stall.restart();
        if (request.getMethod() === 'POST') request.setHeader('Idempotency-Key', item.uploadKey);
      },
      onUploadUrlAvailable: () => onBegun(upload.url!),
      onProgress: (sentBytes, allBytes) => {
        stall.restart();
        onProgress(sentBytes / allBytes);
      },
      onSuccess: ({ lastResponse }) => {
        stall.clear();
        resolve(readReceipt((name) => lastResponse.getHeader(name)));
      },
      onError: (error) => fail(describeError(error), error),
    });
    upload.start();
  });
};

type TusError = Error & { originalRequest?: HttpRequest | null; originalResponse?: HttpResponse | null };

const describeError = ({ originalRequest, originalResponse }: TusError): Failure => {
  const method = (originalRequest?.getMethod() ?? 'PATCH') as Failure['method'];
  if (!originalResponse) return { method };
  return readFailure(method, {
    status: originalResponse.getStatus(),
    body: originalResponse.getBody() ?? '',
    retryAfter: originalResponse.getHeader('Retry-After'),
  });
};

const watchStall = (onStalled: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = () => clearTimeout(timer);
  return {
    clear,
    restart: () => {
      clear();
      timer = setTimeout(onStalled, STALLED_MS);
    },
  };
};

export const describeItem = ({
  mime,
  sha256,
  capturedAt,
  slot,
  place,
}: Pick<KeptItem, 'mime' | 'sha256' | 'capturedAt' | 'slot' | 'place'>): Record<string, string> => ({
  filetype: mime,
  sha256,
  captured_at: capturedAt,
  ...(slot && { slot }),
  ...(place && {
    lat: place.lat.toFixed(7),
    lon: place.lon.toFixed(7),
    accuracy: Math.min(place.accuracy, 100_000).toFixed(1),
  }),
});
