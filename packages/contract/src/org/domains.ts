import { z } from 'zod';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Id } from '../shapes/id.ts';
import { NoBody } from '../shapes/no-body.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** A domain of the addresses of an organisation's members. */
export const OrgDomain = z
  .object({
    id: Id,
    name: z.string().meta({
      description: 'In lower case, and in Punycode where it has other letters than those of ASCII',
      example: 'example.com',
    }),
    record: z
      .object({
        type: z.literal('TXT').meta({ description: 'The type of the record' }),
        name: z.string().meta({
          description: 'Where the record stands',
          example: '_field-inspection.example.com',
        }),
        value: z.string().meta({
          description: 'The text of the record',
          example: 'field-inspection-verification=q7Zb8uRsAoC5hNdLp7iGQ2tVwXyHjKcT1xJ0vFqWm3e',
        }),
      })
      .meta({ id: 'OrgDomainRecord', description: 'The record to set in the DNS of the domain' }),
    verified_at: Timestamp.nullable().meta({
      description: 'When the record was found; null before, and after it has been missing for 7 days',
    }),
    record_missing_since: Timestamp.nullable().meta({
      description: 'Since when the daily looks have not found the record; null while it is there',
    }),
    created_at: Timestamp,
  })
  .meta({ id: 'OrgDomain', description: "A domain of the addresses of the organisation's members" });

export type OrgDomain = z.infer<typeof OrgDomain>;

const LABEL = '[^\\u0000-\\u002c./:-@\\[-`{-\\u009f\\s]+';

export const CreateOrgDomainBody = z
  .strictObject({
    name: text(253)
      .regex(
        new RegExp(`^${LABEL}(\\.${LABEL})+\\.?$`),
        'must be a domain alone, such as example.com: without a scheme, an @ or a path',
      )
      .meta({ description: 'What stands behind the @ of the addresses', example: 'example.com' }),
  })
  .meta({ id: 'CreateOrgDomainBody', description: 'The domain to add' });

const DomainParams = z.object({ domain_id: Id });

export const domains = c.router(
  {
    list: {
      method: 'GET',
      path: '/org/domains',
      summary: 'List the domains of addresses',
      description: 'Newest first, each with the record that verifies it.',
      query: z.strictObject(pageQuery),
      responses: { 200: pageOf('OrgDomainPage', OrgDomain) },
      metadata: readPolicy('directory:read', ['invalid_cursor']),
    },
    create: {
      method: 'POST',
      path: '/org/domains',
      summary: 'Add a domain of addresses',
      description:
        'It counts for sign-on once it is verified. You must hold all that an org_admin holds, since the provider of the organisation vouches for its addresses.',
      body: CreateOrgDomainBody,
      responses: { 201: OrgDomain },
      metadata: writePolicy('members:write', ['domain.taken', 'sso.invalid_state', 'sso.not_in_plan']),
    },
    verify: {
      method: 'POST',
      path: '/org/domains/:domain_id/verify',
      summary: 'Verify a domain of addresses',
      description:
        'Looks for the TXT record. A domain is that of the one organisation that verifies it first, as long as the record stays: a daily look that misses it is told to the admins, and after 7 days without it the domain is not verified any more.',
      pathParams: DomainParams,
      body: NoBody,
      responses: { 200: OrgDomain },
      metadata: writePolicy('members:write', ['domain.not_verified', 'domain.taken', 'sso.not_in_plan']),
    },
    delete: {
      method: 'DELETE',
      path: '/org/domains/:domain_id',
      summary: 'Delete a domain of addresses',
      description:
        'Its addresses lead to the provider no more, and nobody is linked or made by one. Members and their links stay.',
      pathParams: DomainParams,
      body: NoBody,
      responses: { 204: c.noBody() },
      metadata: writePolicy('members:write'),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
