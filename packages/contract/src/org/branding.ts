import { z } from 'zod';
import { LocaleInput } from '../shapes/locale.ts';
import { HexColour } from '../shapes/hex-colour.ts';
import { IfMatch } from '../shapes/if-match.ts';
import { NoBody } from '../shapes/no-body.ts';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { mailName, singleLine, text, trimText, upTo } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';

const LOGO_URL = `https://example.com/branding/019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01/${'3f'.repeat(32)}.png`;

/** Look of the organisation for the people it invites. */
export const Branding = z
  .object({
    display_name: z.string().meta({
      description: "The name that is shown; empty: the organisation's",
      example: 'Example Surveyors',
    }),
    sender_name: z.string().meta({
      description: 'Who e-mails are from, beside the address of this service; empty: as it is set up',
      example: 'Example Surveyors',
    }),
    footer: z.string().meta({
      description: 'Plain text below pages and e-mails; empty when absent',
      example: 'Example Surveyors Ltd, 1 High Street',
    }),
    imprint_url: z.string().nullable().meta({
      description: 'The imprint of the organisation, or null',
      example: 'https://example.com/imprint',
    }),
    privacy_url: z
      .string()
      .nullable()
      .meta({ description: 'Its privacy policy, or null', example: 'https://example.com/privacy' }),
    colours: z
      .object({
        primary: z
          .string()
          .nullable()
          .meta({ description: 'Of buttons and links; null for ours', example: '#0b5cad' }),
        background: z
          .string()
          .nullable()
          .meta({ description: 'Behind a page; null for ours', example: '#eef1f6' }),
      })
      .meta({ id: 'BrandColours', description: "null: the service's own" }),
    logo: z
      .object({
        url: z.string().meta({
          description: 'A PNG that this service has drawn; anybody may load it, and it never changes',
          example: LOGO_URL,
        }),
        width: z.int().meta({ description: 'In pixels', example: 512 }),
        height: z.int().meta({ description: 'In pixels', example: 128 }),
      })
      .meta({ id: 'BrandLogo', description: 'The logo as it is shown' })
      .nullable(),
    domain: z
      .object({
        name: z.string().meta({
          description: 'In lower case, and in Punycode where it has other letters than those of ASCII',
          example: 'inspect.example.com',
        }),
        verified: z.boolean().meta({
          description:
            'Whether the TXT record was found: only then links go over the domain, and it is served',
          example: false,
        }),
        record: z
          .object({
            type: z.literal('TXT').meta({ description: 'The type of the record' }),
            name: z.string().meta({
              description: 'Where the record stands',
              example: '_field-inspection.inspect.example.com',
            }),
            value: z.string().meta({
              description: 'The text of the record',
              example: 'field-inspection-verification=q7Zb8uRsAoC5hNdLp7iGQ2tVwXyHjKcT1xJ0vFqWm3e',
            }),
          })
          .meta({ id: 'BrandDomainRecord', description: 'The record to set in the DNS of the domain' }),
        missing_since: Timestamp.nullable().meta({
          description:
            'Since when the TXT record of a verified domain is missing, as the look of every day finds; null while it is there. Where it is still missing a day later, the domain is not verified any more',
          example: null,
        }),
      })
      .meta({ id: 'BrandDomain', description: "The domain of the organisation's links" })
      .nullable(),
    version: z.int().meta({
      description: 'Counts the changes. The ETag is this number in quotes, as `"3"`',
      example: 3,
    }),
    updated_at: Timestamp.nullable().meta({ description: 'null before the first change' }),
  })
  .meta({ id: 'Branding', description: 'How the organisation looks to the people it invites' });

export type Branding = z.infer<typeof Branding>;

const colour = (description: string, example: string) =>
  HexColour.nullable().optional().meta({ description, example });

const LABEL = '[^\\u0000-\\u002c./:-@\\[-`{-\\u009f\\s]+';

const address = (description: string, example: string) =>
  text(2048)
    .regex(
      /^https:\/\/[A-Za-z0-9][A-Za-z0-9.-]*(:\d{1,5})?([/?#][\w\-.~:/?#[\]@!$&()*+,;=%]*)?$/,
      'must be an https address without spaces, quotes or a user name, such as https://example.com/privacy',
    )
    .nullable()
    .optional()
    .meta({ description, example });

/** Changes; an absent field stays. */
export const UpdateBrandingBody = z
  .strictObject({
    display_name: singleLine(200)
      .transform(trimText)
      .optional()
      .meta({ description: "Empty: the organisation's name", example: 'Example Surveyors' }),
    sender_name: mailName(100).transform(trimText).optional().meta({
      description: 'Who e-mails are from; empty: as this service is set up',
      example: 'Example Surveyors',
    }),
    footer: text(500).optional().meta({
      description: 'Plain text of several lines; empty for none',
      example: 'Example Surveyors Ltd, 1 High Street',
    }),
    imprint_url: address('https only; null for none', 'https://example.com/imprint'),
    privacy_url: address('https only; null for none', 'https://example.com/privacy'),
    domain: text(253)
      .regex(
        new RegExp(`^${LABEL}(\\.${LABEL})+\\.?$`),
        'must be a host name alone, such as inspect.example.com: without a scheme, a port or a path',
      )
      .nullable()
      .optional()
      .meta({
        description:
          "A host name of yours for the links. It is used once it is verified; another one than before begins anew, and null goes back to the service's own host",
        example: 'inspect.example.com',
      }),
    colours: z
      .strictObject({
        primary: colour(
          'Of buttons and links. Needs a contrast of 4.5 : 1 to white (WCAG 2 AA). Dark pages show it lightened. null: the own one of the service',
          '#0b5cad',
        ),
        background: colour(
          'Behind light pages and e-mails. Needs a contrast of 4.5 : 1 to #4a5563 (WCAG 2 AA). null: the own one of the service',
          '#eef1f6',
        ),
      })
      .optional()
      .meta({ id: 'UpdateBrandColours', description: 'A colour that is left out stays' }),
  })
  .meta({ id: 'UpdateBrandingBody', description: 'What changes; what is left out stays' });

/** A change that is looked at before it is made. Its domain is not: it shows nowhere on a page. */
export const PreviewBrandingBody = UpdateBrandingBody.omit({ domain: true })
  .extend({
    locale: LocaleInput.optional().meta({
      description: "Of the page and the e-mail; by default the organisation's",
    }),
  })
  .meta({ id: 'PreviewBrandingBody', description: 'What would change; what is left out is shown as it is' });

export const BrandingPreview = z
  .object({
    contrasts: z
      .array(
        z
          .object({
            colour: z.enum(['primary', 'background']).meta({ description: 'Which of the two colours' }),
            value: z.string().meta({ description: 'The colour itself', example: '#0b5cad' }),
            against: z.string().meta({ description: 'What it is judged against', example: '#ffffff' }),
            ratio: z.number().meta({ description: 'As WCAG 2 computes it, to one', example: 6.63 }),
            needed: z.number().meta({ description: 'The least contrast that is taken (WCAG)', example: 4.5 }),
          })
          .meta({ id: 'BrandContrast', description: 'How well a colour of the brand can be read' }),
      )
      .meta({ description: 'Of each colour that the change names' }),
    join_page: z.string().meta({
      description: 'The page behind the link as one HTML document, for an iframe with `sandbox` and `srcdoc`',
      example: '<!doctype html>…',
    }),
    email: z.string().meta({
      description: 'An invitation by e-mail, the same way. Names, link and dates in it are examples',
      example: '<!doctype html>…',
    }),
  })
  .meta({ id: 'BrandingPreview', description: 'How a change of the branding would look' });

export type BrandingPreview = z.infer<typeof BrandingPreview>;

/** The largest logo, in bytes. */
export const MAX_LOGO_BYTES = 1024 * 1024;

const MAX_LOGO_CHARACTERS = Math.ceil(MAX_LOGO_BYTES / 3) * 4;

/** A logo in base64. */
export const SetLogoBody = z
  .strictObject({
    image: upTo(MAX_LOGO_CHARACTERS)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64 (RFC 4648 §4), without line breaks')
      .meta({
        description:
          'A PNG or a JPEG of at most 1 MiB, or an SVG of at most 256 KiB, in base64. Which of them it is, its bytes tell',
        example:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      }),
  })
  .meta({ id: 'SetLogoBody', description: 'The logo to show' });

export const branding = c.router(
  {
    get: {
      method: 'GET',
      path: '/branding',
      summary: 'Get the branding',
      description: 'Its ETag goes back as `If-Match` with a change.',
      responses: { 200: Branding },
      metadata: { ...readPolicy('branding:read'), etag: true },
    },
    update: {
      method: 'PATCH',
      path: '/branding',
      summary: 'Change the branding',
      description:
        'With `If-Match` it is changed only as long as nobody has changed it since; else the answer is 412, and nothing is lost. Without it the last change wins, field by field.',
      headers: { 'if-match': IfMatch },
      body: UpdateBrandingBody,
      responses: { 200: Branding },
      metadata: {
        ...writePolicy('branding:write', ['precondition_failed', 'domain.not_in_plan', 'domain.taken']),
        etag: true,
      },
    },
    verifyDomain: {
      method: 'POST',
      path: '/branding/domain/verify',
      summary: 'Verify the domain',
      description:
        'Looks for the TXT record that `domain.record` names. Once it is there, links go over the domain, and no other organisation can verify it.',
      body: NoBody,
      responses: { 200: Branding },
      metadata: {
        ...writePolicy('branding:write', ['domain.not_in_plan', 'domain.not_verified', 'domain.taken']),
        etag: true,
      },
    },
    preview: {
      method: 'POST',
      path: '/branding/preview',
      summary: 'Preview a change of the branding',
      description:
        'Shows what the change would look like, and refuses what it would be refused for. Nothing is stored, under an Idempotency-Key neither.',
      body: PreviewBrandingBody.optional(),
      responses: { 200: BrandingPreview },
      metadata: writePolicy('branding:write'),
    },
    setLogo: {
      method: 'PUT',
      path: '/branding/logo',
      summary: 'Set the logo',
      description:
        'It is drawn to a PNG of at most 1024 pixels a side, and that is what is kept and shown. An SVG may hold shapes and gradients only; texts in it have to be outlines.',
      headers: { 'if-match': IfMatch },
      body: SetLogoBody,
      responses: { 200: Branding },
      metadata: {
        ...writePolicy('branding:write', ['precondition_failed']),
        etag: true,
        maxJsonBytes: MAX_LOGO_CHARACTERS + 1024,
      },
    },
    deleteLogo: {
      method: 'DELETE',
      path: '/branding/logo',
      summary: 'Delete the logo',
      description: 'The name stands in its place. Without a logo nothing changes.',
      headers: { 'if-match': IfMatch },
      body: NoBody,
      responses: { 200: Branding },
      metadata: { ...writePolicy('branding:write', ['precondition_failed']), etag: true },
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
