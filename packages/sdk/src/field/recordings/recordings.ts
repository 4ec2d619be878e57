import { UsageError } from '../../errors/field-inspection-error.ts';
import { checkOptions } from '../../requests/check-options.ts';
import { startDeadline } from '../../requests/deadline.ts';
import type { WriteOptions } from '../../requests/options.ts';
import type { Settings } from '../../requests/read-settings.ts';
import { checkFieldOptions, type FieldOptions, readFieldSettings } from '../field-options.ts';
import { readPartBytes } from '../uploads/field-upload.ts';
import { beginUpload, readOffset, readUploadId } from '../uploads/tus.ts';
import { type Feed, type FeedOptions, Recording } from './recording.ts';

/** The facts of a recording beside its bytes. */
export interface RecordingDetails {
  /** `video/webm` or `video/mp4`; codecs may follow, as in `recorder.mimeType`. */
  readonly type: string;
  /** Start of the recording by the device's clock, ISO 8601. */
  readonly captured_at?: string | undefined;
  /** The shot that it is for. */
  readonly slot?: string | undefined;
  /** Location of the recording, in degrees; both, or none. Kept where everybody has granted gps. */
  readonly lat?: number | undefined;
  readonly lon?: number | undefined;
  /** In metres. */
  readonly accuracy?: number | undefined;
}

/** The settings that `recordings` is made with. */
export interface RecordingsOptions extends FieldOptions {
  /**
   * An API key with the scope `sessions:write`, on a server of yours; in a page the `token` of the operator's
   * media_connection, which feeds the recordings of its session and nothing else.
   */
  token: string;
}

const FEED: Feed = {
  bufferBytes: 32 * 1024 ** 2,
  partBytes: 4 * 1024 ** 2,
  everyMs: 5_000,
};

/** Recordings of live sessions: `openRecordings` makes it. */
export class Recordings {
  readonly #settings: Settings;

  /** @internal */
  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * Starts a recording, as the first thing that a recorder does: what it is given from then on goes to the service while
   * the session is recorded. `sessions.startRecording` comes first, so that everybody sees that they are recorded; who is
   * in must have granted it. Under an `idempotencyKey` of your own a recorder that was started anew gets the recording that
   * it had begun: go on behind `sentBytes`.
   *
   * @throws {ApiError} `consent_required`, `not_found`, `quota_reached`, `rate_limited`, `session.already_ended`,
   * `session.invalid_state` (nobody has joined), `unauthenticated`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const recording = await recordings.start(sessionId, { type: recorder.mimeType });
   * ```
   */
  async start(
    sessionId: string,
    details: RecordingDetails,
    { bufferBytes, partBytes, everyMs, ...options }: WriteOptions & FeedOptions = {},
  ): Promise<Recording> {
    const { type, ...said } = details ?? {};
    if (typeof sessionId !== 'string' || typeof type !== 'string')
      throw new UsageError(
        "Pass the session's id, and the type of what is recorded: start(id, { type: 'video/webm' })",
      );
    const feed = readFeed({ bufferBytes, partBytes, everyMs });
    const call = { settings: this.#settings, options, deadline: startDeadline(options, this.#settings) };
    const metadata = { ...said, filetype: type, session: sessionId };
    const { id, ...begun } = await beginUpload(call, { metadata });
    // An earlier recording may have its length, too.
    const ask = { ...call, options: { signal: options.signal, timeoutMs: options.timeoutMs } };
    const state = begun.offset > 0 ? await readOffset(ask, id) : begun;
    return new Recording({ id, state, settings: this.#settings, feed });
  }

  /**
   * Goes on with a recording that was started before, also in another page or process. `sentBytes` says how much has
   * arrived: append what comes behind it. One that is over already gives its receipt by `stop()`.
   *
   * @param url the `url` of the recording
   * @throws {UsageError} when that is no recording's address
   * @throws {ApiError} `not_found` (it failed, or is another session's), `unauthenticated`
   *
   * @example
   * ```ts
   * const recording = await recordings.resume(url);
   * for await (const part of createReadStream(file, { start: recording.sentBytes })) await recording.append(part);
   * const receipt = await recording.stop();
   * ```
   */
  async resume(url: string, options: FeedOptions = {}): Promise<Recording> {
    checkOptions(options, Object.keys(FEED));
    const [id, feed] = [readUploadId(url), readFeed(options)];
    const call = { settings: this.#settings, deadline: startDeadline(undefined, this.#settings) };
    const state = await readOffset(call, id);
    return new Recording({ id, state, settings: this.#settings, feed });
  }
}

function readFeed({
  bufferBytes = FEED.bufferBytes,
  partBytes = FEED.partBytes,
  everyMs = FEED.everyMs,
}: FeedOptions): Feed {
  if (!(typeof everyMs === 'number' && everyMs >= 0))
    throw new UsageError('everyMs must be a number of milliseconds');
  return {
    bufferBytes: readPartBytes(bufferBytes, 'bufferBytes'),
    partBytes: readPartBytes(partBytes),
    everyMs,
  };
}

/**
 * Records sessions while they go on, in browsers and Node.js. Nothing is sent yet.
 *
 * @throws {UsageError} when the token or the base URL is missing, or an option is not valid
 *
 * @example
 * ```ts
 * const recordings = openRecordings({ token: process.env.FIELD_INSPECTION_API_KEY!, baseUrl });
 * const recording = await recordings.start(sessionId, { type: 'video/webm' });
 * for await (const segment of camera) await recording.append(segment);
 * const receipt = await recording.stop();
 * ```
 */
export function openRecordings(given: RecordingsOptions): Recordings {
  checkFieldOptions(given, ['token']);
  const { token, ...options } = given;
  return new Recordings(readFieldSettings(token, options));
}
