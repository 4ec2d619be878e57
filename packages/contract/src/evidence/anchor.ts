import { z } from 'zod';
import { Timestamp } from '../shapes/timestamp.ts';

/** States of an anchor; `failed` means given up after days. */
export const ANCHOR_STATUSES = ['pending', 'anchored', 'failed'] as const;

/** An anchor's status, as replies write it. */
export const AnchorStatus = z.enum(ANCHOR_STATUSES).meta({
  id: 'AnchorStatus',
  description: 'pending: asked for again until it answers; failed: given up after days',
});

/** Anchor of the head of a session's audit chain, by one timestamp authority (RFC 3161). */
export const Anchor = z
  .object({
    authority: z.string().meta({
      description: 'The address of the authority; demo for the one of a server in demo mode',
      example: 'https://timestamp.example.com/tsr',
    }),
    demo: z.boolean().meta({
      description: "true: the server's own authority, which proves nothing to a stranger",
      example: false,
    }),
    status: AnchorStatus,
    gen_time: Timestamp.nullable().meta({ description: 'When the authority saw the head' }),
    serial: z
      .string()
      .nullable()
      .meta({ description: 'Serial number of the token, in hexadecimal', example: '04f3a1' }),
    policy: z
      .string()
      .nullable()
      .meta({ description: "Object identifier of the authority's policy", example: '1.3.6.1.4.1.4146.2.3' }),
    token: z.string().nullable().meta({
      description: 'The whole RFC 3161 token, DER in base64',
      example: 'MIIGVgYJKoZIhvcNAQcCoIIGRzCC',
    }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the last try failed; null once it is anchored', example: null }),
  })
  .meta({ id: 'Anchor', description: "What a timestamp authority says of a session's chain head" });

/** An anchor as events carry it: the token itself is fetched with the evidence. */
export const AnchorNotice = Anchor.omit({ token: true }).meta({
  id: 'AnchorNotice',
  description: 'An anchor without its token',
});

export const AddendaAnchor = Anchor.extend({
  sequence: z.int().meta({ description: 'The last addendum that it covers', example: 2 }),
}).meta({ id: 'AddendaAnchor', description: "What a timestamp authority says of a session's addenda" });

export type AddendaAnchor = z.infer<typeof AddendaAnchor>;

export type Anchor = z.infer<typeof Anchor>;
