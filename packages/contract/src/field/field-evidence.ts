import { z } from 'zod';
import { Drawing, MAX_DRAWING_JSON_BYTES } from '../evidence/drawing.ts';
import { Evidence, EvidencePage } from '../evidence/evidence-item.ts';
import { decimal } from './decimal.ts';
import { Id } from '../shapes/id.ts';
import { LocaleInput } from '../shapes/locale.ts';
import { NoBody } from '../shapes/no-body.ts';
import { pageQuery } from '../shapes/page.ts';
import { fieldReadPolicy, fieldWritePolicy } from '../laws/policy.ts';
import { FIELD_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { personName, text, visibleText } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';
import { MAX_PHOTO_BYTES, PHOTO_TYPES } from './uploads.ts';

const slot = text(100).meta({
  description: "What the picture was asked for: one of the session's `shots`, where it has any",
  example: 'roof',
});

/** A coordinate in degrees, to 10⁻⁷: a centimetre. */
export const Latitude = decimal({ minimum: -90, maximum: 90, places: 7 });
export const Longitude = decimal({ minimum: -180, maximum: 180, places: 7 });
/** The radius of a location in metres, to a centimetre. */
export const Accuracy = decimal({ minimum: 0, maximum: 100_000, places: 2 });

export const CreatePhotoQuery = z
  .strictObject({
    captured_at: Timestamp.optional().meta({
      description: "By the device's clock; else what the photo says",
    }),
    slot: slot.optional(),
    lat: Latitude.meta({ description: 'Degrees north, with lon', example: 45.4642 }).optional(),
    lon: Longitude.meta({ description: 'Degrees east, with lat', example: 9.19 }).optional(),
    accuracy: Accuracy.meta({ description: 'Radius of the place in metres', example: 12 }).optional(),
  })
  .refine(({ lat, lon }) => (lat === undefined) === (lon === undefined), {
    path: ['lat'],
    message: 'lat and lon go together',
  });

/** A drawing on a photo of the session. */
export const CreateAnnotationBody = z
  .strictObject({
    evidence: Id.meta({ description: 'The photo' }),
    drawing: Drawing,
    captured_at: Timestamp.optional().meta({ description: "By the device's clock" }),
  })
  .meta({ id: 'CreateAnnotationBody', description: 'What is drawn, and on which photo' });

// A name of spaces names nobody, and a statement of spaces states nothing.

/**
 * An electronic signature that a field person draws on site (SES of eIDAS): the strokes, the name that they sign
 * with, and the statement that they were shown, word for word.
 *
 * @example
 * CreateSignatureBody.parse({
 *   name: 'Ada Lovelace',
 *   statement: 'I was there, and what was captured is complete.',
 *   locale: 'en',
 *   drawing: {
 *     width: 600,
 *     height: 200,
 *     strokes: [{ tool: 'pen', color: '#1f2937', size: 4, points: [[40, 120], [180, 60], [320, 130]] }],
 *   },
 * });
 */
export const CreateSignatureBody = z
  .strictObject({
    name: personName(200).meta({ description: 'With which they sign', example: 'Ada Lovelace' }),
    statement: visibleText(4000).meta({
      description: 'What they were shown and sign, word for word',
      example: 'I was there, and what was captured is complete.',
    }),
    locale: LocaleInput.meta({ description: "The statement's language", example: 'en' }),
    drawing: Drawing,
    captured_at: Timestamp.optional().meta({ description: "By the device's clock" }),
  })
  .refine(({ drawing }) => drawing.strokes.some(({ tool, points }) => tool !== 'text' && points.length > 1), {
    path: ['drawing', 'strokes'],
    message: 'must be drawn: a text or a dot alone is no signature',
  })
  .meta({ id: 'CreateSignatureBody', description: 'What a field person signs, and how' });

/** Captures of a joined field person. Large files go to the resumable uploads beside these. */
export const fieldEvidence = c.router(
  {
    list: {
      method: 'GET',
      path: '/evidence',
      summary: "List the session's evidence",
      description:
        'Of all participants, newest first. `gps` is shown of what the caller has captured; of what others have, it is null.',
      query: z.strictObject(pageQuery),
      responses: { 200: EvidencePage },
      metadata: fieldReadPolicy(['invalid_cursor']),
    },
    createPhoto: {
      method: 'POST',
      path: '/photos',
      summary: 'Send a photo',
      description:
        'In one request, with the image as the body; over a bad network use the resumable uploads. What kind of picture it is, its bytes say: `Content-Type` may name another one. A `Content-Digest` (RFC 9530, sha-256) is compared.',
      query: CreatePhotoQuery,
      body: NoBody,
      responses: { 201: Evidence },
      metadata: {
        ...fieldWritePolicy(['consent_required', 'evidence_invalid', 'checksum_mismatch', 'quota_reached']),
        content: { types: PHOTO_TYPES, maxBytes: MAX_PHOTO_BYTES, isSniffed: true },
      },
    },
    createAnnotation: {
      method: 'POST',
      path: '/annotations',
      summary: 'Annotate a photo',
      description: 'A drawing on a photo of this session; the photo itself stays as it is.',
      body: CreateAnnotationBody,
      responses: { 201: Evidence },
      metadata: {
        ...fieldWritePolicy(['not_found', 'evidence_not_ready', 'quota_reached']),
        maxJsonBytes: MAX_DRAWING_JSON_BYTES,
        receipt: true,
      },
    },
    createSignature: {
      method: 'POST',
      path: '/signature',
      summary: 'Sign on site',
      description:
        'Keeps what the field person drew with a finger, together with the statement that they were shown. Signing again keeps both; the last one counts.',
      body: CreateSignatureBody,
      responses: { 201: Evidence },
      metadata: {
        ...fieldWritePolicy(['quota_reached']),
        maxJsonBytes: MAX_DRAWING_JSON_BYTES,
        receipt: true,
      },
    },
  },
  { pathPrefix: FIELD_ROOT, strictStatusCodes: true },
);
