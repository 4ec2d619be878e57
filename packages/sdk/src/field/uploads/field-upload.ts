import { UsageError } from '../../errors/field-inspection-error.ts';
import type { Evidence } from '../../resources/evidence.ts';
import { startDeadline } from '../../requests/deadline.ts';
import type { RequestOptions } from '../../requests/options.ts';
import { readMaxRetries, type Settings } from '../../requests/read-settings.ts';
import { type Content, openContent, type OpenContent } from '../transport/content.ts';
import type { FieldEvidence } from '../routes/field-evidence.ts';
import { readOffset, sendPart, type UploadCall } from './tus.ts';
import { waitToGoOn } from './wait-to-go-on.ts';

/** Progress of an upload, in bytes. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export interface FinishOptions extends Omit<RequestOptions, 'maxRetries' | 'headers'> {
  /** Told when the upload begins to send and after each part. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /**
   * Tries without any more bytes having arrived.
   * @default 8
   */
  maxRetries?: number | undefined;
  /**
   * Bytes of a request.
   * @default 524_288
   */
  partBytes?: number | undefined;
}

interface Edges {
  readonly id: string;
  readonly content: Content;
  readonly settings: Settings;
  readonly evidence: FieldEvidence;
}

const PART_BYTES = 512 * 1024;
const MAX_RETRIES = 8;

/**
 * An upload that was begun. It is the evidence of the same id as soon as its last byte has arrived.
 *
 * @example
 * ```ts
 * const upload = await field.uploads.start(photo, { slot: 'roof' });
 * localStorage.setItem('upload', upload.url);
 * const evidence = await upload.finish({ onProgress: ({ sentBytes }) => show(sentBytes) });
 * ```
 */
export class FieldUpload {
  /** The evidence's, too. */
  readonly id: string;
  /** URL to resume at: keep it for `field.uploads.resume`. It is no secret without the session's token. */
  readonly url: string;
  readonly #edges: Edges;

  /** @internal */
  constructor(edges: Edges) {
    this.id = edges.id;
    this.url = `${edges.settings.baseUrl}/v1/field/uploads/${edges.id}`;
    this.#edges = edges;
  }

  /**
   * Sends what has not arrived yet, over cuts, and gives the evidence. It can be called again after it threw:
   * nothing is sent twice that has arrived.
   *
   * @throws {ApiError} `checksum_mismatch`, `evidence_invalid`, `not_found` (the upload failed or was deleted),
   * `session.already_ended`, `unauthenticated`
   * @throws {ConnectionError} when it can't go on for longer than its retries
   */
  async finish(options: FinishOptions = {}): Promise<Evidence> {
    const { settings, evidence } = this.#edges;
    const { signal, timeoutMs, deadlineMs } = options;
    const deadline = startDeadline({ deadlineMs }, settings);
    await this.#sendAll({ settings, options: { signal, timeoutMs }, deadline }, options);
    const leftMs = Math.max(1, deadline.endsAtMs - settings.runtime.now());
    // Lists begin with the newest, so the evidence is near the beginning.
    for await (const piece of evidence.list({ limit: 100 }, { signal, timeoutMs, deadlineMs: leftMs })) {
      if (piece.id === this.id) return piece;
    }
    throw new UsageError(`Upload ${this.id} is not of this session`);
  }

  async #sendAll(call: UploadCall, options: FinishOptions): Promise<void> {
    const maxRetries = readMaxRetries(options.maxRetries ?? MAX_RETRIES);
    const partBytes = readPartBytes(options.partBytes ?? PART_BYTES);
    const content = await openContent(this.#edges.content);
    const tell = (sentBytes: number) => options.onProgress?.({ sentBytes, totalBytes: content.byteSize });
    let [reached, retriesDone] = [-1, 0];
    let offset: number | null = null;
    for (;;) {
      try {
        offset ??= await this.#askOffset(call, content);
        if (offset > reached) {
          tell(offset);
          [reached, retriesDone] = [offset, 0];
        }
        if (offset >= content.byteSize) return;
        const to = Math.min(content.byteSize, offset + partBytes);
        const bytes = await content.read(offset, to);
        ({ offset } = await sendPart(call, { uploadId: this.id, offset, bytes }));
      } catch (error) {
        await waitToGoOn(error, { retriesDone, maxRetries }, call);
        retriesDone += 1;
        offset = null;
      }
    }
  }

  async #askOffset(call: UploadCall, { byteSize }: OpenContent): Promise<number> {
    const found = await readOffset(call, this.id);
    if (found.byteSize === byteSize) return found.offset;
    throw new UsageError(`The upload is of ${found.byteSize} bytes, the content has ${byteSize}`);
  }
}

export function readPartBytes(value: unknown, name = 'partBytes'): number {
  if (Number.isSafeInteger(value) && (value as number) > 0) return value as number;
  throw new UsageError(`${name} must be a whole number above 0`);
}
