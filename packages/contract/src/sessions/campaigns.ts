import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { Id } from '../shapes/id.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { PUBLIC_ROOT } from '../laws/roots.ts';
import { text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';

const c = initContract();

/** A batch of sessions that is reported on together. */
export const Campaign = z
  .object({
    id: Id,
    name: z.string().meta({ example: 'Roofs 2026' }),
    description: z.string().meta({
      description: 'Free text; empty when absent',
      example: 'Every roof of the estate, once a year',
    }),
    created_at: Timestamp,
  })
  .meta({ id: 'Campaign', description: 'A batch of sessions that is reported on together' });

export type Campaign = z.infer<typeof Campaign>;

/** The body that creates a campaign. */
export const CreateCampaignBody = z
  .strictObject({
    name: text(200).min(1).meta({ description: '1 to 200 characters', example: 'Roofs 2026' }),
    description: text(2000)
      .optional()
      .meta({ description: 'Free text', example: 'Every roof of the estate, once a year' }),
  })
  .meta({ id: 'CreateCampaignBody', description: 'The campaign to create' });

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
      pathParams: z.object({ campaign_id: Id }),
      responses: { 200: Campaign },
      metadata: readPolicy('campaigns:read'),
    },
  },
  { pathPrefix: PUBLIC_ROOT, strictStatusCodes: true },
);
