import { z } from 'zod';
import { bytesOf } from '../shapes/bytes.ts';
import { Id } from '../shapes/id.ts';
import { NoBody } from '../shapes/no-body.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { PUBLIC_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { GivenShots, shots } from '../evidence/shots.ts';
import { CampaignSummary, ReportedSession } from './campaign-summary.ts';
import { text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** A batch of sessions that is reported on together. */
export const Campaign = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'In your words', example: 'Roofs 2026' }),
    description: z.string().meta({
      description: 'Free text; empty when absent',
      example: 'Every roof of the estate, once a year',
    }),
    shots: shots.meta({ description: 'What its sessions ask for, unless they have shots of their own' }),
    created_at: Timestamp,
  })
  .meta({ id: 'Campaign', description: 'A batch of sessions that is reported on together' });

export type Campaign = z.infer<typeof Campaign>;

const name = text(200).min(1).meta({ description: '1 to 200 characters', example: 'Roofs 2026' });
const description = text(2000).meta({
  description: 'Free text, at most 2 000 characters',
  example: 'Every roof of the estate, once a year',
});

export const CreateCampaignBody = z
  .strictObject({ name, description: description.optional(), shots: GivenShots.optional() })
  .meta({ id: 'CreateCampaignBody', description: 'The campaign to create' });

/** The body that changes a campaign; what is absent stays. */
export const UpdateCampaignBody = z
  .strictObject({
    name: name.optional(),
    description: description.optional(),
    shots: GivenShots.optional().meta({
      description: 'Takes the place of all; sessions that are there already keep theirs',
    }),
  })
  .meta({ id: 'UpdateCampaignBody', description: 'What to change; what is absent stays' });

/** Chooses the sessions that a campaign's PDF lists: without bounds, all of them. */
export const CampaignPdfQuery = z.strictObject({
  created_after: Timestamp.optional().meta({ description: 'Created at this instant or later' }),
  created_before: Timestamp.optional().meta({ description: 'Created before this instant' }),
  references: z.enum(['true', 'false']).optional().meta({
    description:
      'true: names each session by its reference, too; left out unless given, since what is sealed can not be redacted',
    // Text arrives in a query; the document says boolean.
    type: 'boolean',
    enum: undefined,
    example: true,
  }),
  persons: z.enum(['true', 'false']).optional().meta({
    description:
      'true: each session shows the address of its site and the names of the persons who joined, too; left out unless given, since what is sealed can not be redacted',
    type: 'boolean',
    enum: undefined,
    example: true,
  }),
});

/** The character between the cells of a table. */
export const CSV_DELIMITERS = [',', ';', '\t'] as const;

export const CampaignCsvQuery = z.strictObject({
  delimiter: z.enum(CSV_DELIMITERS).optional().meta({
    description:
      'What stands between the cells; a comma unless given. Excel in German, French, Italian and most of Europe opens a table of semicolons',
    example: ';',
  }),
});

const CampaignParams = z.object({ campaign_id: Id });

export const campaigns = c.router(
  {
    create: {
      method: 'POST',
      path: '/campaigns',
      summary: 'Create a campaign',
      description: 'A session refers to it by `campaign`.',
      body: CreateCampaignBody,
      responses: { 201: Campaign },
      metadata: writePolicy('campaigns:write'),
    },
    list: {
      method: 'GET',
      path: '/campaigns',
      summary: 'List campaigns',
      description: 'Newest first.',
      query: z.strictObject(pageQuery),
      responses: { 200: pageOf('CampaignPage', Campaign) },
      metadata: readPolicy('campaigns:read', ['invalid_cursor']),
    },
    get: {
      method: 'GET',
      path: '/campaigns/:campaign_id',
      summary: 'Get a campaign',
      description: 'Returns the campaign as it is now.',
      pathParams: CampaignParams,
      responses: { 200: Campaign },
      metadata: readPolicy('campaigns:read'),
    },
    update: {
      method: 'PATCH',
      path: '/campaigns/:campaign_id',
      summary: 'Change a campaign',
      description: 'Its name, its description, or both. Its sessions stay as they are.',
      pathParams: CampaignParams,
      body: UpdateCampaignBody,
      responses: { 200: Campaign },
      metadata: writePolicy('campaigns:write'),
    },
    delete: {
      method: 'DELETE',
      path: '/campaigns/:campaign_id',
      summary: 'Delete a campaign',
      description: 'Only while no session refers to it: give its sessions another campaign, or none, before.',
      pathParams: CampaignParams,
      body: NoBody,
      responses: { 204: c.noBody() },
      metadata: writePolicy('campaigns:write', ['campaign.in_use']),
    },
    report: {
      method: 'GET',
      path: '/campaigns/:campaign_id/report',
      summary: 'Report on a campaign',
      description:
        'How many sessions it has by status and by outcome, and when the first and the last were created.',
      pathParams: CampaignParams,
      responses: { 200: CampaignSummary },
      metadata: readPolicy('campaigns:read'),
    },
    listReportedSessions: {
      method: 'GET',
      path: '/campaigns/:campaign_id/report/sessions',
      summary: "List a campaign's sessions with their reports",
      description:
        'Newest first, each with the head of its audit chain and its newest report. `pdf_url` opens that for 15 minutes.',
      pathParams: CampaignParams,
      query: z.strictObject(pageQuery),
      responses: { 200: pageOf('ReportedSessionPage', ReportedSession) },
      metadata: readPolicy('evidence:read', ['invalid_cursor']),
    },
    downloadCsv: {
      method: 'GET',
      path: '/campaigns/:campaign_id/report.csv',
      summary: "Download a campaign's sessions as CSV",
      description:
        'One line a session, newest first: its words and times, the head of its audit chain, and the hash of its newest report. UTF-8 with a byte order mark. What a spreadsheet would take for a formula begins with an apostrophe.',
      pathParams: CampaignParams,
      query: CampaignCsvQuery,
      responses: { 200: bytesOf('text/csv') },
      metadata: readPolicy('evidence:read'),
    },
    downloadPdf: {
      method: 'GET',
      path: '/campaigns/:campaign_id/report.pdf',
      summary: "Download a campaign's sessions as one sealed PDF",
      description:
        "What its sessions came to, then each with its times and its outcome, at most 5 000, the newest last, and a register with the hash of each newest report, in the organisation's language. It is made anew for each call, which takes seconds, and is sealed as a session's report is.",
      pathParams: CampaignParams,
      query: CampaignPdfQuery,
      responses: { 200: bytesOf('application/pdf') },
      metadata: readPolicy('evidence:read'),
    },
  },
  { pathPrefix: PUBLIC_ROOT, strictStatusCodes: true },
);
