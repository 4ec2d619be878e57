import type { Settings } from '../requests/read-settings.ts';
import { createFieldTransport } from './transport/field-transport.ts';
import { FieldEvidence } from './routes/field-evidence.ts';
import { FieldWhiteboards } from './routes/field-whiteboards.ts';
import { Field } from './routes/field.ts';
import { FieldUploads } from './uploads/field-uploads.ts';

/**
 * Client of a joined field person for their session: `joinSession` and `openFieldSession` make it. It reaches this
 * session and nothing else.
 *
 * @example
 * ```ts
 * await field.updateConsent({ camera: 'granted' });
 * const photo = await field.evidence.createPhoto(file, { slot: 'roof' });
 * console.log(photo.sha256);
 * ```
 */
export class FieldClient extends Field {
  /** Evidence calls: photos in one request, annotations, the signature. */
  readonly evidence: FieldEvidence;
  readonly whiteboards: FieldWhiteboards;
  /** Photos over a bad network: in parts, resumed where they were cut. */
  readonly uploads: FieldUploads;
  readonly #token: string;

  /** @internal */
  constructor(settings: Settings) {
    const transport = createFieldTransport(settings);
    super(transport);
    this.evidence = new FieldEvidence(transport);
    this.whiteboards = new FieldWhiteboards(transport);
    this.uploads = new FieldUploads(settings, this.evidence);
    this.#token = settings.apiKey;
  }

  /** The field_session_token: keep it to go on after a reload. Never printed by `console.log` or `JSON.stringify`. */
  get token(): string {
    return this.#token;
  }
}
