import { UsageError } from '../core/field-inspection-error.ts';
import { checkSize, collectBody } from './collect-body.ts';

/** What is needed of Fetch's `Request`, whichever library declares it. */
export interface FetchRequest {
  readonly method: string;
  readonly headers: { get(name: string): string | null };
  readonly bodyUsed: boolean;
  readonly body: { getReader(): BodyReader } | null;
}

interface BodyReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<unknown>;
}

/** Reads the body of Fetch's `Request`, up to a limit. */
export async function readFetchBody(request: FetchRequest, maxBytes: number): Promise<Uint8Array> {
  if (request.bodyUsed) {
    throw new UsageError(
      'The body was read before the webhook handler could verify it. ' +
        'Pass the request on unread, or read request.clone() instead.',
    );
  }
  checkSize(Number(request.headers.get('content-length')), maxBytes);
  const body = collectBody(maxBytes);
  const reader = request.body?.getReader();
  try {
    for (;;) {
      const chunk = await reader?.read();
      if (!chunk?.value) return body.join();
      body.add(chunk.value);
    }
  } catch (error) {
    // The rest is not wanted; that it can't be cancelled matters to nobody.
    await reader?.cancel().catch(() => undefined);
    throw error;
  }
}
