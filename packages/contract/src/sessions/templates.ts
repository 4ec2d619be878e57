import { z } from 'zod';
import { GivenShots, shots } from '../evidence/shots.ts';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { PUBLIC_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Id } from '../shapes/id.ts';
import { IfMatch } from '../shapes/if-match.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** A template says once what sessions of one kind ask for. A session takes a copy when it is created. */
export const Template = z
  .object({
    id: Id,
    version: z.int().meta({
      description: 'Counts its versions from 1 on. The ETag is this number in quotes, as `"3"`',
      example: 1,
    }),
    name: z.string().meta({ description: 'In your words', example: 'Roof after a storm' }),
    type: z.string().meta({
      description: 'The `type` of its sessions; empty when absent',
      example: 'property_claim',
    }),
    shots: shots.meta({ description: 'What its sessions ask for, unless they have shots of their own' }),
    archived: z.boolean().meta({ description: 'Whether no session begins with it any more', example: false }),
    created_at: Timestamp,
    updated_at: Timestamp.meta({ description: 'When this version was made' }),
  })
  .meta({ id: 'Template', description: 'What sessions of one kind ask for' });

export type Template = z.infer<typeof Template>;

/** The template that a session began with, in replies. */
export const ownTemplate = {
  template: Id.nullable().meta({
    description: 'The template that it began with; null where it began without one',
  }),
  template_version: z.int().nullable().meta({
    description: 'The version of that template, of which it has a copy',
    example: null,
  }),
};

const name = text(200).min(1).meta({ description: '1 to 200 characters', example: 'Roof after a storm' });
const type = text(200).meta({
  description: 'The `type` of its sessions. At most 200 characters',
  example: 'property_claim',
});

export const CreateTemplateBody = z
  .strictObject({ name, type: type.optional(), shots: GivenShots.optional() })
  .meta({ id: 'CreateTemplateBody', description: 'The template to create' });

export type CreateTemplateBody = z.output<typeof CreateTemplateBody>;

/** The body that makes another version of a template; what is absent stays. */
export const UpdateTemplateBody = z
  .strictObject({
    name: name.optional(),
    type: type.optional(),
    shots: GivenShots.optional().meta({ description: 'Takes the place of all' }),
    archived: z.boolean().optional().meta({
      description: 'true: no session begins with it any more; false: it is back. This alone makes no version',
      example: true,
    }),
  })
  .meta({ id: 'UpdateTemplateBody', description: 'What to change; what is absent stays' });

export type UpdateTemplateBody = z.output<typeof UpdateTemplateBody>;

export const ListTemplatesQuery = z.strictObject({
  ...pageQuery,
  archived: z.enum(['true', 'false']).default('false').meta({
    description: 'true: those that are archived; false unless given',
    // Text arrives in a query; the document says boolean.
    type: 'boolean',
    enum: undefined,
    default: false,
    example: true,
  }),
});

export const GetTemplateQuery = z.strictObject({
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 on')
    .transform(Number)
    .optional()
    .meta({
      description: 'As it was in this version; the newest unless given',
      // Text arrives in a query; the document says integer.
      type: 'integer',
      minimum: 1,
      pattern: undefined,
      example: 1,
    }),
});

const TemplateParams = z.object({ template_id: Id });

export const templates = c.router(
  {
    create: {
      method: 'POST',
      path: '/templates',
      summary: 'Create a template',
      description: 'A session begins with it by `template`.',
      body: CreateTemplateBody,
      responses: { 201: Template },
      metadata: writePolicy('templates:write'),
    },
    list: {
      method: 'GET',
      path: '/templates',
      summary: 'List templates',
      description: 'Newest first, each in its newest version, without those that are archived.',
      query: ListTemplatesQuery,
      responses: { 200: pageOf('TemplatePage', Template) },
      metadata: readPolicy('templates:read', ['invalid_cursor']),
    },
    get: {
      method: 'GET',
      path: '/templates/:template_id',
      summary: 'Get a template',
      description: 'In its newest version, or in that of `version`. Its ETag goes back as `If-Match`.',
      pathParams: TemplateParams,
      query: GetTemplateQuery,
      responses: { 200: Template },
      metadata: { ...readPolicy('templates:read'), etag: true },
    },
    update: {
      method: 'PATCH',
      path: '/templates/:template_id',
      summary: 'Change a template',
      description:
        'Makes its next version where its words differ. Sessions keep the version that they began with. With `If-Match` it is changed only as long as nobody has changed it since.',
      headers: { 'if-match': IfMatch },
      pathParams: TemplateParams,
      body: UpdateTemplateBody,
      responses: { 200: Template },
      metadata: { ...writePolicy('templates:write', ['precondition_failed']), etag: true },
    },
  },
  { pathPrefix: PUBLIC_ROOT, strictStatusCodes: true },
);
