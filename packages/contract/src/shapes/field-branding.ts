import { z } from 'zod';

const colour = (description: string, example: string) => z.string().nullable().meta({ description, example });

/** Look of the organisation for the people it invites; a field application shows it. */
export const FieldBranding = z
  .object({
    organisation_name: z.string().meta({
      description: "The display_name of the branding, or else the organisation's name",
      example: 'Example Surveyors',
    }),
    colours: z
      .object({
        primary: colour('Of buttons and links on white, with white words', '#0b5cad'),
        primary_dark: colour('The same on a dark page: lightened until it is read there', '#5b92c9'),
        background: colour('Behind a light page', '#eef1f6'),
      })
      .meta({ id: 'FieldColours', description: 'null where the organisation has set none' }),
    logo_url: z
      .string()
      .nullable()
      .meta({
        description: 'A PNG; null without a logo',
        example: `https://example.com/branding/019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01/${'3f'.repeat(32)}.png`,
      }),
    footer: z
      .string()
      .meta({ description: 'Plain text; empty when absent', example: 'Example Surveyors Ltd' }),
    imprint_url: z.string().nullable().meta({
      description: 'The imprint of the organisation, or null',
      example: 'https://example.com/imprint',
    }),
    privacy_url: z
      .string()
      .nullable()
      .meta({ description: 'Its privacy policy, or null', example: 'https://example.com/privacy' }),
  })
  .meta({ id: 'FieldBranding', description: 'Whose inspection it is, and how that looks' });

export type FieldBranding = z.infer<typeof FieldBranding>;
