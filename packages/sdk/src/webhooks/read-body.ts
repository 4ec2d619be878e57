import { UsageError } from '../errors/field-inspection-error.ts';
import type { WebhookBody } from './webhook-delivery.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** Part of node:http's `IncomingMessage`, and of Express's request, that is used. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** True once a byte of the stream was read. */
  readonly readableDidRead: boolean;
  readonly readableEnded: boolean;
  readonly destroyed: boolean;
  on(event: 'data', listener: (chunk: Uint8Array | string) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  resume(): unknown;
  /** Body that a body parser made of the stream. */
  readonly body?: unknown;
  /** The bytes that some platforms keep beside a parsed body. */
  readonly rawBody?: unknown;
}

export async function readNodeBody(request: NodeRequest, maxBytes: number): Promise<WebhookBody> {
  if (request.readableDidRead || request.readableEnded) return findRawBody(request);
  if (request.destroyed) throw cutOff();
  checkSize(Number(request.headers['content-length'] ?? 0), maxBytes);
  return readStream(request, maxBytes);
}

function findRawBody({ body, rawBody }: NodeRequest): WebhookBody {
  for (const raw of [rawBody, body]) {
    if (typeof raw === 'string' || raw instanceof Uint8Array) return raw;
  }
  throw new UsageError(
    'A body parser read the body before the webhook handler could verify it. Mount the handler before ' +
      "express.json(), or give its route express.raw({ type: 'application/json' }); in Next.js's pages set " +
      'api.bodyParser to false.',
  );
}

// `for await` would destroy the socket when it stops early, and the reply with it.
const readStream = (request: NodeRequest, maxBytes: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const body = collectBody(maxBytes);
    request.on('data', (chunk) => {
      try {
        body.add(chunk);
      } catch (error) {
        reject(error);
      }
    });
    request.on('end', () => resolve(body.join()));
    request.on('error', reject);
    request.on('close', () => reject(cutOff()));
    // A stream that was paused earlier would wait for ever.
    request.resume();
  });

const cutOff = () => new Error('The sender cut the request off');

/** Part of Fetch's `Request` that is used, whichever library declares it. */
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

export async function readFetchBody(request: FetchRequest, maxBytes: number): Promise<Uint8Array> {
  if (request.bodyUsed) {
    throw new UsageError(
      'The body was read before the webhook handler could verify it. Read request.clone() instead.',
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
    // Failing to cancel the rest matters to nobody.
    await reader?.cancel().catch(() => undefined);
    throw error;
  }
}

/** Refuses more than so many bytes. */
function collectBody(maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  return {
    /** @throws {WebhookVerificationError} too_large, before the chunk is kept */
    add: (chunk: Uint8Array | string) => {
      const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
      sizeBytes += bytes.length;
      checkSize(sizeBytes, maxBytes);
      chunks.push(bytes);
    },
    join: () => {
      const body = new Uint8Array(sizeBytes);
      let offset = 0;
      for (const chunk of chunks) {
        body.set(chunk, offset);
        offset += chunk.length;
      }
      return body;
    },
  };
}

function checkSize(sizeBytes: number, maxBytes: number): void {
  if (sizeBytes > maxBytes)
    throw new WebhookVerificationError('too_large', `The body has more than ${maxBytes} bytes`);
}
