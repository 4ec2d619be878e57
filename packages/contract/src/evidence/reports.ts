import { z } from 'zod';
import { bytesOf } from '../shapes/bytes.ts';
import { Id } from '../shapes/id.ts';
import { Locale, LocaleInput } from '../shapes/locale.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { openPolicy, readPolicy, writePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** States of a report. Only a ready one downloads. */
export const REPORT_STATUSES = ['queued', 'rendering', 'ready', 'failed'] as const;

/** Sizes of photos in a report. */
export const REPORT_PHOTOS = ['full', 'contact_sheet'] as const;

const ReportPhotos = z.enum(REPORT_PHOTOS).meta({
  id: 'ReportPhotos',
  description: 'full: six to a page, large enough to judge a crack; contact_sheet: twelve to a page',
});

/** Seal in a report: proves its maker, and since when it exists. */
export const ReportSeal = z
  .object({
    level: z.enum(['B-B', 'B-T', 'B-LT', 'B-LTA']).meta({
      description:
        'Of PAdES (EN 319 142-1). B-B: sealed; B-T: with the time of an authority; B-LT: and with what proves that no certificate was revoked; B-LTA: and with a timestamp over that',
      example: 'B-T',
    }),
    authority: z.string().nullable().meta({
      description: 'Who vouches for the time, by its address; null at B-B',
      example: 'https://timestamp.example.com/tsr',
    }),
    demo: z.boolean().meta({
      description: "true: the demo mode's own seal, which proves nothing to a stranger",
      example: false,
    }),
  })
  .meta({ id: 'ReportSeal', description: 'The seal of a report' });

export const ReportFailure = z
  .object({
    code: z.string().meta({ description: 'A word for programs', example: 'render_failed' }),
    message: z
      .string()
      .meta({ description: 'A sentence for people', example: 'A picture of the report could not be read.' }),
  })
  .meta({ id: 'ReportFailure', description: 'Why a report could not be made' });

export const ReportStatus = z.enum(REPORT_STATUSES).meta({
  id: 'ReportStatus',
  description: 'queued, rendering, then ready or failed',
  example: 'ready',
});

/** A report of an ended session: a PDF/A-2b that is kept as it was made. */
export const Report = z
  .object({
    id: Id,
    session: Id,
    status: ReportStatus,
    locale: Locale,
    revision_of: Id.nullable().meta({
      description: 'The report that this one is with one signature more; null without a signature',
    }),
    audit_trail: z.boolean().meta({ description: 'Whether the audit trail is printed in it', example: true }),
    photos: ReportPhotos,
    sha256: z.string().nullable().meta({
      description: 'Of the PDF, in hexadecimal; null until it is ready',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
    byte_size: z.int().nullable().meta({ description: 'null until it is ready', example: 1_204_224 }),
    pages: z.int().nullable().meta({ description: 'null until it is ready', example: 9 }),
    seal: ReportSeal.nullable().meta({ description: 'null until it is ready, and without a seal' }),
    failure: ReportFailure.nullable().meta({ description: 'Why it could not be made' }),
    pdf_url: z.string().nullable().meta({
      description: 'Opens without a credential for 15 minutes; only GETs make it, anew with each reply',
      example: null,
    }),
    created_at: Timestamp,
    ready_at: Timestamp.nullable().meta({ description: 'null until it is ready' }),
  })
  .meta({ id: 'Report', description: 'A report of an ended session' });

export type Report = z.infer<typeof Report>;

/** The first report of a session, as the session shows it. */
export const SessionReport = Report.pick({ id: true, status: true, ready_at: true }).meta({
  id: 'SessionReport',
  description: 'The first report of a session; its PDF can be downloaded once it is ready',
});

export type SessionReport = z.infer<typeof SessionReport>;

/** A report as events carry it: without a link, since events are stored. */
export const ReportNotice = Report.pick({ id: true, status: true, locale: true })
  .extend({
    ready_at: Timestamp,
    sha256: z.string().meta({
      description: 'Of the PDF, in hexadecimal',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
    byte_size: z.int().meta({ description: 'Of the PDF', example: 1_204_224 }),
  })
  .meta({ id: 'ReportNotice', description: 'A report that can be downloaded' });

/** Wishes for a further report; each can be left out. */
export const CreateReportBody = z
  .strictObject({
    locale: LocaleInput.optional().meta({ description: "The session's unless given", example: 'de' }),
    audit_trail: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the audit trail is printed; true unless given', example: false }),
    photos: ReportPhotos.optional().meta({
      description:
        'full: six to a page; contact_sheet: twelve to a page. Unless given, contact_sheet of more than twelve photos',
    }),
  })
  .meta({ id: 'CreateReportBody', description: 'How a further report shall be' });

const SessionParams = z.object({ session_id: Id });

/** Link to a report: its holder may read the report until it expires. */
export const OpenReportQuery = z.strictObject({
  expires: z
    .string()
    .regex(/^\d{1,12}$/, 'must be a whole number')
    .meta({ description: 'Unix seconds', example: '1795298400' })
    .optional(),
  signature: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be as it was made')
    .meta({ description: 'What makes the link', example: 'k3yR0s' })
    .optional(),
});

export const reports = c.router(
  {
    list: {
      method: 'GET',
      path: '/evidence/:session_id/reports',
      summary: "List a session's reports",
      description: 'Newest first. Each that was made is kept.',
      pathParams: SessionParams,
      query: z.strictObject(pageQuery),
      responses: { 200: pageOf('ReportPage', Report) },
      metadata: readPolicy('evidence:read', ['invalid_cursor']),
    },
    create: {
      method: 'POST',
      path: '/evidence/:session_id/reports',
      summary: 'Make a further report',
      description:
        'Of a session whose chain is frozen: in another language, without the audit trail, or with small photos. Ask for it until it is ready; at most 50 a session.',
      pathParams: SessionParams,
      body: CreateReportBody.optional(),
      responses: { 201: Report },
      metadata: writePolicy('reports:write', [
        'evidence_not_ready',
        'session.invalid_state',
        'session.redacted',
      ]),
    },
    get: {
      method: 'GET',
      path: '/evidence/:session_id/reports/:report_id',
      summary: 'Get a report',
      description: 'Where it stands, and a link to its PDF.',
      pathParams: z.object({ session_id: Id, report_id: Id }),
      responses: { 200: Report },
      metadata: readPolicy('evidence:read'),
    },
    download: {
      method: 'GET',
      path: '/evidence/:session_id/report.pdf',
      summary: 'Download the newest report',
      description: 'The newest that is ready. Takes a Range of bytes.',
      pathParams: SessionParams,
      responses: { 200: bytesOf('application/pdf'), 206: bytesOf('application/pdf'), 304: c.noBody() },
      metadata: readPolicy('evidence:read', [
        'evidence_not_ready',
        'session.redacted',
        'range_not_satisfiable',
      ]),
    },
    open: {
      method: 'GET',
      path: '/reports/:report_file',
      summary: 'Open a report by its link',
      description: 'What `pdf_url` leads to.',
      pathParams: z.object({
        report_file: z
          .string()
          .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.pdf$/, 'must be the id, and .pdf')
          .meta({
            description: "The report's id with .pdf",
            example: '019a9f6e-8b21-7c02-9d55-0c7a1e2b3f09.pdf',
          }),
      }),
      query: OpenReportQuery,
      responses: { 200: bytesOf('application/pdf'), 206: bytesOf('application/pdf'), 304: c.noBody() },
      metadata: {
        ...openPolicy(['link_expired', 'session.redacted', 'range_not_satisfiable']),
        public: false,
        head: true,
        onDomain: true,
      },
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
