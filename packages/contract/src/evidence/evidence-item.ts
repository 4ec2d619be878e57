import { z } from 'zod';
import { Id } from '../shapes/id.ts';
import { pageOf } from '../shapes/page.ts';
import { text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';

export const EVIDENCE_KINDS = [
  'photo',
  'annotation',
  'whiteboard',
  'clip',
  'recording',
  'document',
  'signature',
] as const;

/** Kind of a piece of evidence, as answers and queries write it. */
export const EvidenceKind = z
  .enum(EVIDENCE_KINDS)
  .meta({ id: 'EvidenceKind', description: 'What a piece of evidence is' });

export type EvidenceKind = z.infer<typeof EvidenceKind>;

/** States of a piece of evidence. Only a ready one downloads. */
export const EVIDENCE_STATUSES = ['pending', 'uploading', 'ready', 'failed'] as const;

/** Location of a device whose field person had consented to it. */
export const Gps = z
  .object({
    lat: z.number().min(-90).max(90).meta({ description: 'Degrees north', example: 45.4642 }),
    lon: z.number().min(-180).max(180).meta({ description: 'Degrees east', example: 9.19 }),
    accuracy: z
      .number()
      .nullable()
      .meta({ description: 'Radius in metres; null when the device did not say', example: 12 }),
  })
  .meta({ id: 'Gps', description: 'Where the device was' });

export const EvidenceFailure = z
  .object({
    code: z.string().meta({ description: 'A word for programs', example: 'upload_abandoned' }),
    message: z
      .string()
      .meta({ description: 'A sentence for people', example: 'The upload was not finished.' }),
  })
  .meta({ id: 'EvidenceFailure', description: 'Why a piece of evidence is not ready' });

/** An operator's finding on a photo. */
export const EvidenceFinding = z
  .object({
    text: z.string().meta({ description: 'In their words', example: 'Two ridge tiles are broken.' }),
    author: z.string().meta({
      description: 'Whose it is: the address of the operator; empty when a key without one said it',
      example: 'operator@example.com',
    }),
    set_at: Timestamp.meta({ description: 'When it was said last' }),
  })
  .meta({ id: 'EvidenceFinding', description: 'What an operator found on a photo' });

/** The body that says what was found on a photo. */
export const SetFindingBody = z
  .strictObject({
    text: text(1000).meta({
      description:
        'At most 1 000 characters; empty takes the finding back. In the audit chain it is a commitment',
      example: 'Two ridge tiles are broken.',
    }),
  })
  .meta({ id: 'SetFindingBody', description: 'What was found on the photo' });

/** A piece of evidence: its bytes are hashed on receipt, and kept as they came or without their location. */
export const Evidence = z
  .object({
    id: Id,
    session: Id,
    kind: EvidenceKind,
    status: z.enum(EVIDENCE_STATUSES).meta({
      description: 'pending: received, not ready yet; only what is ready downloads',
      example: 'ready',
    }),
    mime: z.string().meta({ description: 'Of the original', example: 'image/jpeg' }),
    byte_size: z
      .int()
      .nullable()
      .meta({ description: 'null until it has arrived whole', example: 2_413_118 }),
    sha256: z.string().nullable().meta({
      description: 'Of the bytes that are kept, in hexadecimal; null until they have come',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
    received_sha256: z.string().nullable().meta({
      description: 'Of the bytes as they came; another where their place was blanked',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
    captured_at: Timestamp.nullable().meta({
      description: "By the device's clock; null when it did not say",
    }),
    received_at: Timestamp.nullable().meta({ description: 'When the last byte arrived' }),
    gps: Gps.nullable().meta({
      description: 'null without consent, and where a field person lists what another one has captured',
    }),
    slot: z
      .string()
      .meta({ description: 'What the picture was asked for; empty when nothing', example: 'roof' }),
    annotates: Id.nullable().meta({ description: 'The photo that an annotation belongs to' }),
    whiteboard: Id.nullable().meta({ description: 'The whiteboard that this is a version of' }),
    version: z.int().nullable().meta({ description: "The whiteboard's version, from 1", example: null }),
    width: z.int().nullable().meta({ description: 'In pixels, upright', example: 4000 }),
    height: z.int().nullable().meta({ description: 'In pixels, upright', example: 3000 }),
    finding: EvidenceFinding.nullable().meta({
      description: 'What an operator found on it; null without one, and for field persons',
    }),
    failure: EvidenceFailure.nullable().meta({ description: 'Why it is not ready, when it will not be' }),
    created_at: Timestamp,
  })
  .meta({ id: 'Evidence', description: 'A piece of evidence' });

export type Evidence = z.infer<typeof Evidence>;

export const EvidencePage = pageOf('EvidencePage', Evidence);
