import { UsageError } from '../../errors/field-inspection-error.ts';
import { checkOptions } from '../../requests/check-options.ts';
import { startDeadline } from '../../requests/deadline.ts';
import type { RequestOptions } from '../../requests/options.ts';
import { readMaxRetries, type Settings } from '../../requests/read-settings.ts';
import type { Content } from '../transport/content.ts';
import { readOffset, sendPart, type UploadCall, type UploadState } from '../uploads/tus.ts';
import { waitToGoOn } from '../uploads/wait-to-go-on.ts';
import { readReceipt, type RecordingReceipt } from './recording-receipt.ts';
import { SegmentQueue } from './segment-queue.ts';

/** Options for feeding a recording. */
export interface FeedOptions {
  /**
   * Most bytes that wait for earlier ones to arrive. Above it a recording is full.
   * @default 33_554_432
   */
  bufferBytes?: number | undefined;
  /**
   * Most bytes of a request.
   * @default 4_194_304
   */
  partBytes?: number | undefined;
  /**
   * Milliseconds that bytes wait for others at most, so that they share a request. A recorder that vanishes loses
   * waiting bytes. A key has 60 requests a minute.
   * @default 5_000
   */
  everyMs?: number | undefined;
}

export type Feed = { readonly [Name in keyof FeedOptions]-?: number };

/** Options for stopping a recording. */
export interface StopOptions extends Pick<RequestOptions, 'deadlineMs'> {
  /**
   * Tries without any more bytes having arrived.
   * @default 8
   */
  maxRetries?: number | undefined;
}

interface Edges {
  readonly id: string;
  /** The state as the service told it. */
  readonly state: Pick<UploadState, 'offset' | 'headers'> & Partial<UploadState>;
  readonly settings: Settings;
  readonly feed: Feed;
}

const MAX_RETRIES = 8;
const NO_DEADLINE = { deadlineMs: Infinity, endsAtMs: Infinity };

/**
 * A recording that is under way. What it is given goes to the service while the recording goes on, over cuts; so what had
 * come when the session ends is kept, whatever becomes of the recorder.
 *
 * @example
 * ```ts
 * const recording = await recordings.start(sessionId, { type: 'video/webm' });
 * for await (const segment of camera) await recording.append(segment);
 * const { id, receivedSha256 } = await recording.stop();
 * ```
 */
export class Recording {
  /** The id of the evidence that it becomes. */
  readonly id: string;
  /** URL to resume at: keep it for `recordings.resume`. It is no secret without the token. */
  readonly url: string;
  readonly #edges: Edges;
  readonly #queue: SegmentQueue;
  /** Offset of the service; `null` while it must be asked first. */
  #offset: number | null;
  /** True once the service knows the size of the whole. */
  #isSized: boolean;
  #receipt: RecordingReceipt | null;
  /** Error after which nothing more is taken. */
  #refusal: { readonly error: unknown } | null = null;
  #feeding: Promise<void> | null = null;
  #stopping: Promise<RecordingReceipt> | null = null;
  readonly #stopped = new AbortController();
  #pause = new AbortController();
  #lastSentMs = -Infinity;
  #retriesDone = 0;
  /** Calls of `append` that wait for room. */
  #waiting: (() => void)[] = [];

  /** @internal */
  constructor(edges: Edges) {
    const { id, state, settings } = edges;
    this.id = id;
    this.url = `${settings.baseUrl}/v1/field/uploads/${id}`;
    this.#edges = edges;
    this.#queue = new SegmentQueue(state.offset);
    this.#offset = state.offset;
    this.#isSized = typeof state.byteSize === 'number';
    this.#receipt = readReceipt(state.headers);
  }

  /** Number of bytes that have arrived. After `recordings.resume`, go on with the byte behind them. */
  get sentBytes(): number {
    return this.#queue.from;
  }

  /** Number of bytes that wait to be sent, or to be reported as arrived. */
  get waitingBytes(): number {
    return this.#queue.byteSize;
  }

  /** True while `bufferBytes` wait: pause the recorder until `append` is done. */
  get isFull(): boolean {
    return this.waitingBytes >= this.#edges.feed.bufferBytes;
  }

  /**
   * Takes the next bytes, and is done as soon as there is room for more: at once, unless the network is slower than the
   * recorder. Wait for it, and no more than `bufferBytes` and one segment are ever held.
   *
   * @throws {UsageError} when the recording is full or was stopped; nothing of the segment is taken then
   * @throws {ApiError} once the service takes no more: `consent_required` (somebody withdrew it), `not_found`,
   * `payload_too_large` (4 GiB, or a day), `session.already_ended` (and `UPLOAD_GRACE` is over), `unauthenticated`
   *
   * @example
   * ```ts
   * recorder.ondataavailable = async ({ data }) => {
   *   const taken = recording.append(data);
   *   if (recording.isFull) recorder.pause();
   *   await taken;
   *   if (recorder.state === 'paused') recorder.resume();
   * };
   * ```
   */
  async append(segment: Content): Promise<void> {
    this.#requireOpen();
    const { bufferBytes, partBytes } = this.#edges.feed;
    if (this.isFull)
      throw new UsageError(`${bufferBytes} bytes wait already: wait for append() before the next segment`);
    this.#queue.add(segment);
    if (this.waitingBytes >= partBytes) this.#pause.abort();
    if (this.waitingBytes > 0) this.#feeding ??= this.#feed();
    while (this.isFull && !this.#refusal) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#throwRefusal();
  }

  /**
   * Sends what waits, says that it was the last, and gives the receipt. It can be called again after it threw, and when
   * it has succeeded: it gives the same.
   *
   * @throws {ApiError} as `append`; `evidence_invalid` when the location can't be taken out of it
   * @throws {ConnectionError} when it can't go on for longer than its retries
   *
   * @example
   * ```ts
   * const { id, status } = await recording.stop();
   * ```
   */
  async stop(options: StopOptions = {}): Promise<RecordingReceipt> {
    checkOptions(options, ['deadlineMs', 'maxRetries'] satisfies (keyof StopOptions)[]);
    const maxRetries = readMaxRetries(options.maxRetries ?? MAX_RETRIES);
    const { settings } = this.#edges;
    const call = { settings, deadline: startDeadline(options, settings) };
    this.#stopped.abort();
    this.#pause.abort();
    this.#stopping ??= this.#sendRest(call, maxRetries).finally(() => {
      this.#stopping = null;
    });
    return this.#stopping;
  }

  #requireOpen(): void {
    this.#throwRefusal();
    if (this.#receipt || this.#stopped.signal.aborted)
      throw new UsageError('The recording is over: start another one for what follows');
  }

  #throwRefusal(): void {
    if (this.#refusal) throw this.#refusal.error;
  }

  /** Sends all waiting bytes, unless the recording stops. Never rejects: nobody waits for it. */
  async #feed(): Promise<void> {
    // The network may be away for any time, and later segments may need its end.
    const settings = { ...this.#edges.settings, maxRetryAfterMs: Infinity };
    try {
      while (this.waitingBytes > 0) {
        await this.#waitForMore();
        if (this.#stopped.signal.aborted) break;
        await this.#goOn({ settings, deadline: NO_DEADLINE }, Infinity);
      }
    } catch (error) {
      this.#refusal = { error };
    }
    this.#feeding = null;
    this.#wake();
  }

  async #sendRest(call: UploadCall, maxRetries: number): Promise<RecordingReceipt> {
    await this.#feeding;
    this.#throwRefusal();
    this.#retriesDone = 0;
    while (!this.#receipt) await this.#goOn(call, maxRetries);
    return this.#receipt;
  }

  /** Waits until bytes have waited for long enough, or fill a request, or the recording stops. */
  async #waitForMore(): Promise<void> {
    const { settings, feed } = this.#edges;
    const leftMs = this.#lastSentMs + feed.everyMs - settings.runtime.now();
    if (leftMs <= 0 || this.waitingBytes >= feed.partBytes || this.#stopped.signal.aborted) return;
    this.#pause = new AbortController();
    await settings.runtime.sleep(leftMs, this.#pause.signal);
  }

  /** Asks where the service stands, or sends the next part. A failure that may pass is waited for. */
  async #goOn(call: UploadCall, maxRetries: number): Promise<void> {
    try {
      if (this.#offset === null) this.#note(await readOffset(call, this.id));
      else await this.#sendNext(call, this.#offset);
    } catch (error) {
      this.#offset = null;
      // A fed recording waits until it is stopped.
      const signal = maxRetries === Infinity ? this.#stopped.signal : undefined;
      await waitToGoOn(
        error,
        { retriesDone: this.#retriesDone, maxRetries },
        { ...call, options: { signal } },
      );
      this.#retriesDone += 1;
    }
  }

  async #sendNext(call: UploadCall, offset: number): Promise<void> {
    const { settings, feed } = this.#edges;
    const isLast = this.#stopped.signal.aborted && this.waitingBytes <= feed.partBytes;
    const byteSize = isLast && !this.#isSized ? this.#queue.to : undefined;
    const bytes = await this.#queue.readFirst(feed.partBytes);
    this.#lastSentMs = settings.runtime.now();
    this.#note(await sendPart(call, { uploadId: this.id, offset, bytes, byteSize }));
    if (isLast && this.waitingBytes === 0 && !this.#receipt)
      throw new UsageError(`The recording has all of its ${this.#queue.to} bytes, and was told to have more`);
  }

  /** Notes where the service says that it stands. */
  #note({ offset, headers, byteSize }: Pick<UploadState, 'offset' | 'headers'> & Partial<UploadState>): void {
    const { from, to } = this.#queue;
    if (offset < from || offset > to)
      throw new UsageError(
        `The recording stands at byte ${offset}, and this has ${from} to ${to}: is it fed from elsewhere, too?`,
      );
    if (offset > from) this.#retriesDone = 0;
    this.#queue.dropTo(offset);
    this.#offset = offset;
    if (byteSize !== undefined) this.#isSized = byteSize !== null;
    if (offset === to && this.#stopped.signal.aborted) this.#receipt = readReceipt(headers);
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}
