import { z } from 'zod';
import { LOCALES } from '../vocabulary.ts';
import { Locale } from '../shapes/locale.ts';
import { pairs } from '../shapes/pairs.ts';
import { visibleText } from '../shapes/text.ts';

const MAX_SHOTS = 50;
const MAX_CHARACTERS = 20_000;

const SLOT_RULE = 'must be 1 to 40 small letters, digits, hyphens and underscores of ASCII';

const LABEL_EXAMPLE = { en: 'The roof from the north', de: 'Das Dach von Norden' };

/** A text by locale, as bodies show it: empty when there is none. */
export const LocalizedText = z
  .record(z.string(), z.string())
  .meta({ id: 'LocalizedText', description: 'A text by locale, such as `de`', example: LABEL_EXAMPLE });

export type LocalizedText = z.infer<typeof LocalizedText>;

const givenText = pairs(z.partialRecord(Locale, visibleText(200)), LOCALES.length);

const GivenLabel = givenText
  .refine((given) => Object.keys(given).length > 0, 'needs a text in one locale at least')
  .meta({
    id: 'GivenLabel',
    description: 'What to capture, by locale: one text at least, of at most 200 characters',
    minProperties: 1,
    example: LABEL_EXAMPLE,
  });

const GivenHint = givenText.meta({
  id: 'GivenHint',
  description: 'How to take it, by locale. Texts of at most 200 characters',
  example: { en: 'Stand back until the whole roof is in the picture' },
});

const required = z
  .boolean()
  .meta({ description: 'Whether the inspection misses something without it', example: true });

/** Something that a session asks for: one picture or recording at least. */
export const Shot = z
  .object({
    slot: z.string().meta({ description: 'Your word for it; evidence names it', example: 'roof_north' }),
    label: LocalizedText,
    required,
    hint: LocalizedText.meta({
      description: 'How to take it, by locale; empty when there is none',
      example: {},
    }),
  })
  .meta({ id: 'Shot', description: 'Something that a session asks for' });

export type Shot = z.infer<typeof Shot>;

/** Shots that a session asks for, as bodies show them. */
export const shots = z
  .array(Shot)
  .meta({ description: 'What is asked for, in its order; empty when nothing is', example: [] });

const ShotInput = z
  .strictObject({
    slot: z
      .string()
      .regex(/^[a-z0-9_-]{1,40}$/, SLOT_RULE)
      .meta({ description: 'Your word for it, once in the list', example: 'roof_north' }),
    label: GivenLabel,
    required: required.default(true).meta({
      description: 'Whether the inspection misses something without it; true unless given',
      example: true,
    }),
    hint: GivenHint.optional(),
  })
  .meta({ id: 'ShotInput', description: 'Something to ask for' });

const countCharacters = (given: readonly z.output<typeof ShotInput>[]): number =>
  given
    .flatMap(({ label, hint = {} }) => [...Object.values(label), ...Object.values(hint)])
    .reduce((total, each) => total + each.length, 0);

/**
 * Shots that a session or each session of a campaign asks for, as bodies give them: at most 50, each with a slot of its
 * own, a label in one of the 14 locales at least, and a hint if there is one. All texts together have at most 20 000
 * characters.
 *
 * @example
 * GivenShots.parse([{ slot: 'roof_north', label: { en: 'The roof from the north' } }]);
 * // [{ slot: 'roof_north', label: { en: 'The roof from the north' }, required: true }]
 */
export const GivenShots = z
  .array(ShotInput)
  .max(MAX_SHOTS)
  .refine((given) => new Set(given.map(({ slot }) => slot)).size === given.length, 'must name each slot once')
  .refine(
    (given) => countCharacters(given) <= MAX_CHARACTERS,
    'must have at most 20000 characters in all labels and hints',
  )
  .meta({
    description: 'What to ask for, in its order. At most 50, with 20 000 characters of text in all',
    example: [{ slot: 'roof_north', label: LABEL_EXAMPLE }],
  });

export type GivenShots = z.output<typeof GivenShots>;

/** Slots of required shots without ready evidence. */
export const missingShots = z.array(z.string()).meta({
  description: 'The slots of `shots` that are required and have no evidence that is ready, in their order',
  example: ['roof_north'],
});

/** Something that a session asks for, as the field person reads it. */
export const FieldShot = z
  .object({
    slot: z.string().meta({ description: 'What a photo or upload names as its slot', example: 'roof_north' }),
    label: z.string().meta({
      description: "In the session's locale, else in English, else in the first that there is",
      example: 'The roof from the north',
    }),
    required,
    hint: z.string().meta({ description: 'The same of the hint; empty when there is none', example: '' }),
  })
  .meta({ id: 'FieldShot', description: 'Something that the session asks for' });
