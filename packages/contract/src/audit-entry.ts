import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** One link of a session's audit chain, as it was hashed; the package `evidence` states the format. */
export const AuditEntry = z
  .object({
    sequence: z.int().meta({ description: 'From 1, without gaps', example: 7 }),
    kind: z.string().meta({ description: 'What happened', example: 'evidence.captured' }),
    occurred_at: z
      .string()
      .meta({ description: 'UTC, in milliseconds, by the server', example: '2026-11-20T14:36:10.000Z' }),
    payload: z.record(z.string(), z.unknown()).meta({
      description: 'What happened, without personal data in clear',
    }),
    prev_hash: hash.meta({
      description: '`hash` of the entry before; 64 zeros in the first',
      example: '3b1f0c6f8e2d4a7b9c5e1f3a6d8b0c2e4f6a8c0d2e4b6f8a1c3e5d7f9b0a2c4e',
    }),
    hash: hash.meta({
      description: 'SHA-256 of the RFC 8785 form of the entry without this field',
      example: '8c2e4f6a8c0d2e4b6f8a1c3e5d7f9b0a2c4e3b1f0c6f8e2d4a7b9c5e1f3a6d8b',
    }),
  })
  .meta({ id: 'AuditEntry', description: "One link of a session's audit chain" });

export type AuditEntry = z.infer<typeof AuditEntry>;
