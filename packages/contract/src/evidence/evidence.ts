import { z } from 'zod';
import { AddendaAnchor, Anchor } from './anchor.ts';
import { bytesOf } from '../shapes/bytes.ts';
import { Evidence, EvidenceKind, EvidencePage, SetFindingBody } from './evidence-item.ts';
import { Id } from '../shapes/id.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { missingShots } from './shots.ts';
import { Timestamp } from '../shapes/timestamp.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Entry of a session's audit chain or addenda, as it was hashed; the package `evidence` states the format. */
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
      description: '`hash` of the entry before; 64 zeros in the first, the frozen head in the first addendum',
      example: '3b1f0c6f8e2d4a7b9c5e1f3a6d8b0c2e4f6a8c0d2e4b6f8a1c3e5d7f9b0a2c4e',
    }),
    hash: hash.meta({
      description: 'SHA-256 of the RFC 8785 form of the entry without this field',
      example: '8c2e4f6a8c0d2e4b6f8a1c3e5d7f9b0a2c4e3b1f0c6f8e2d4a7b9c5e1f3a6d8b',
    }),
  })
  .meta({ id: 'AuditEntry', description: "One link of a session's audit chain or addenda" });

export const AuditEntryPage = pageOf('AuditEntryPage', AuditEntry);

export type AuditEntry = z.infer<typeof AuditEntry>;

/** The filters of the list of evidence; those given must all hold. */
export const ListEvidenceQuery = z.strictObject({
  ...pageQuery,
  session_id: Id.optional().meta({ description: 'Only evidence of this session' }),
  kind: EvidenceKind.optional().meta({ description: 'Only evidence of this kind' }),
});

export const Addenda = z
  .object({
    head: z.string().nullable().meta({
      description: '`hash` of the last addendum; null while there is none',
      example: '3b1f0c6f8e2d4a7b9c5e1f3a6d8b0c2e4f6a8c0d2e4b6f8a1c3e5d7f9b0a2c4e',
    }),
    length: z.int().meta({ description: 'How many there are', example: 2 }),
    anchors: z.array(AddendaAnchor).meta({
      description: 'Of each authority the last token, and a try after that which has none yet',
    }),
  })
  .meta({ id: 'Addenda', description: 'What came after the freeze' });

export const EvidenceSummary = z
  .object({
    session: Id,
    pdf_url: z
      .string()
      .nullable()
      .meta({ description: 'The sealed report; null until it is there', example: null }),
    audit_chain_hash: z.string().nullable().meta({
      description:
        'Head of the audit chain; null until it is frozen: at the end of the session, or up to a minute later while uploads are under way',
      example: '8c2e4f6a8c0d2e4b6f8a1c3e5d7f9b0a2c4e3b1f0c6f8e2d4a7b9c5e1f3a6d8b',
    }),
    frozen_at: Timestamp.nullable().meta({ description: 'Since when the head is final' }),
    anchors: z.array(Anchor).meta({ description: 'One for each configured authority' }),
    addenda: Addenda,
    missing_shots: missingShots,
  })
  .meta({ id: 'EvidenceSummary', description: "What a session's evidence comes to" });

export const EVIDENCE_VARIANTS = ['original', 'display', 'thumbnail', 'svg'] as const;

export const EvidenceFileQuery = z.strictObject({
  variant: z.enum(EVIDENCE_VARIANTS).optional().meta({
    description:
      'original: the bytes that sha256 is of; display and thumbnail carry no place; svg: a drawing, an annotation over its photo, with its time and hash stamped on it',
  }),
  redirect: z.enum(['true', 'false']).optional().meta({
    description: 'true: answer 302 with a link of a minute where the bytes lie in a bucket',
    // Text arrives in a query; the document says boolean.
    type: 'boolean',
    enum: undefined,
    example: true,
  }),
});

const SessionParams = z.object({ session_id: Id });

export const evidence = c.router(
  {
    list: {
      method: 'GET',
      path: '/evidence',
      summary: 'List evidence',
      description: 'Newest first. Recordings and clips are in it for credentials with recordings:read.',
      query: ListEvidenceQuery,
      responses: { 200: EvidencePage },
      metadata: readPolicy('evidence:read', ['invalid_cursor']),
    },
    get: {
      method: 'GET',
      path: '/evidence/:session_id',
      summary: "Get a session's evidence summary",
      description:
        'The report, the head of the audit chain and its anchors, those of the addenda, and what was asked for and is not there.',
      pathParams: SessionParams,
      responses: { 200: EvidenceSummary },
      metadata: readPolicy('evidence:read'),
    },
    listChain: {
      method: 'GET',
      path: '/evidence/:session_id/chain',
      summary: "List a session's audit chain",
      description: 'Last entry first.',
      pathParams: SessionParams,
      query: z.strictObject(pageQuery),
      responses: { 200: AuditEntryPage },
      metadata: readPolicy('audit:read', ['invalid_cursor']),
    },
    listAddenda: {
      method: 'GET',
      path: '/evidence/:session_id/addenda',
      summary: "List a session's addenda",
      description:
        'What came after the freeze: reports, signatures, late anchors. Last entry first; the first follows the head of the audit chain.',
      pathParams: SessionParams,
      query: z.strictObject(pageQuery),
      responses: { 200: AuditEntryPage },
      metadata: readPolicy('audit:read', ['invalid_cursor']),
    },
    download: {
      method: 'GET',
      path: '/evidence/:session_id/files/:evidence_id',
      summary: 'Download a piece of evidence',
      description: 'Its bytes, or a Range of them. Recordings also want recordings:read.',
      pathParams: z.object({ session_id: Id, evidence_id: Id }),
      query: EvidenceFileQuery,
      responses: {
        200: bytesOf('*/*'),
        206: bytesOf('*/*'),
        302: c.noBody(),
        304: c.noBody(),
      },
      metadata: readPolicy('evidence:read', [
        'evidence_not_ready',
        'session.redacted',
        'range_not_satisfiable',
      ]),
    },
    setFinding: {
      method: 'POST',
      path: '/evidence/:session_id/files/:evidence_id/finding',
      summary: 'Say what was found on a photo',
      description:
        'Of a photo that is ready, also after the end. It stands in the audit chain, or in the addenda once that is frozen, is printed beside the photo in reports that are made later, and sends `evidence.finding`. It may be said again: the last one counts.',
      pathParams: z.object({ session_id: Id, evidence_id: Id }),
      body: SetFindingBody,
      responses: { 200: Evidence },
      metadata: writePolicy('sessions:write', ['evidence_not_ready', 'session.redacted']),
    },
    downloadBundle: {
      method: 'GET',
      path: '/evidence/:session_id/bundle.zip',
      summary: "Download a session's evidence bundle",
      description:
        'Manifest, audit chain, addenda, timestamp tokens, originals, derivatives and reports, for anyone to verify without this service.',
      pathParams: SessionParams,
      responses: { 200: bytesOf('application/zip') },
      metadata: readPolicy('evidence:read', ['evidence_not_ready']),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
