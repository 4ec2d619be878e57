import { startDeadline } from '../../requests/deadline.ts';
import type { WriteOptions } from '../../requests/options.ts';
import type { Settings } from '../../requests/read-settings.ts';
import { type Content, openContent } from '../transport/content.ts';
import { digest, toHex } from '../transport/digest.ts';
import type { CreatePhotoFieldEvidenceQuery, FieldEvidence } from '../routes/field-evidence.ts';
import { FieldUpload } from './field-upload.ts';
import { beginUpload, readUploadId } from './tus.ts';

/** Details of an upload beside its bytes: the same as of a photo in one request. */
export type UploadDetails = CreatePhotoFieldEvidenceQuery;

/** `field.uploads` */
export class FieldUploads {
  readonly #settings: Settings;
  readonly #evidence: FieldEvidence;

  /** @internal */
  constructor(settings: Settings, evidence: FieldEvidence) {
    this.#settings = settings;
    this.#evidence = evidence;
  }

  /**
   * Begins a resumable upload (tus 1.0.0); `finish()` sends its bytes. Keep `upload.url` to go on after a
   * reload. The SHA-256 of the whole goes ahead, so that what arrives damaged is refused.
   *
   * @throws {ApiError} `consent_required`, `payload_too_large`, `rate_limited`, `session.already_ended`,
   * `unauthenticated`, `validation_error`
   *
   * @example
   * ```ts
   * const upload = await field.uploads.start(photo, { slot: 'roof' });
   * const evidence = await upload.finish();
   * ```
   */
  async start(content: Content, details: UploadDetails = {}, options?: WriteOptions): Promise<FieldUpload> {
    const deadline = startDeadline(options, this.#settings);
    const opened = await openContent(content);
    const { byteSize, type } = opened;
    const hash = await digest(await opened.read(0, byteSize));
    const metadata = { ...details, filetype: type, sha256: hash && toHex(hash) };
    const call = { settings: this.#settings, options, deadline };
    const { id } = await beginUpload(call, { byteSize, metadata });
    return this.#open(id, content);
  }

  /**
   * Goes on with an upload that was started before, also in another page or process: `finish()` asks how much
   * has arrived, and sends the rest. The content must be the same.
   *
   * @param url the `url` of the upload
   * @throws {UsageError} when that is no upload's address
   *
   * @example
   * ```ts
   * const upload = field.uploads.resume(localStorage.getItem('upload')!, photo);
   * const evidence = await upload.finish();
   * ```
   */
  resume(url: string, content: Content): FieldUpload {
    return this.#open(readUploadId(url), content);
  }

  #open(id: string, content: Content): FieldUpload {
    return new FieldUpload({ id, content, settings: this.#settings, evidence: this.#evidence });
  }
}
