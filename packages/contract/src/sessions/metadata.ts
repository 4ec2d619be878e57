import { z } from 'zod';
import { MAX_METADATA_PAIRS } from '../vocabulary.ts';
import { pairs } from '../shapes/pairs.ts';
import { text } from '../shapes/text.ts';

const MAX_FILTER_PAIRS = 3;

const KEY_RULE =
  'must be 1 to 40 letters, digits, dots, hyphens and underscores of ASCII, and begin with a letter or a digit';

// The pattern excludes `__proto__` and its like, which every JavaScript object knows.
const Key = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, KEY_RULE);

// A JSON Schema can't tell a bound that is code; both read the same number.
const words = <Value extends z.ZodType>(value: Value, max: number) =>
  pairs(
    z.record(Key, value, { error: ({ code }) => (code === 'invalid_key' ? KEY_RULE : undefined) }),
    max,
  ).meta({ maxProperties: max });

const EXAMPLE = { order: '4711', branch: 'Milano 2' };

/**
 * Your own words about a session, by your own keys: at most 20 pairs. A key has 1 to 40 of `A-Z a-z 0-9 . _ -` and
 * begins with a letter or a digit; a value has at most 500 characters. They come back in every body and event that
 * holds the session, and lists find it by them. In the audit chain they stand as a commitment only.
 *
 * @example
 * Metadata.parse({ order: '4711' }); // { order: '4711' }
 * Metadata.safeParse({ 'order id': '4711' }).success; // false: a key holds no space
 */
export const Metadata = words(text(500), MAX_METADATA_PAIRS).meta({
  id: 'Metadata',
  description:
    "Your own words by your own keys, such as `{ order: '4711' }`: at most 20 pairs. A key has 1 to 40 of A-Z a-z 0-9 . _ - and begins with a letter or a digit; a value has at most 500 characters",
  example: EXAMPLE,
});

export type Metadata = z.infer<typeof Metadata>;

/**
 * Changes of a session's metadata: a value sets its pair, null removes it, and the other pairs stay.
 *
 * @example
 * MetadataChanges.parse({ order: '4712', branch: null }); // one pair set, one removed
 */
export const MetadataChanges = words(text(500).nullable(), 2 * MAX_METADATA_PAIRS).meta({
  id: 'MetadataChanges',
  description:
    "A value sets its pair, null removes it, the other pairs stay: `{ order: '4712', branch: null }`. At most 20 remain",
  example: { order: '4712', branch: null },
});

export type MetadataChanges = z.infer<typeof MetadataChanges>;

const reference = text(200).meta({
  description: 'Your reference; lists find the session by it. At most 200 characters',
  example: 'CLM-2026-00417',
});
const type = text(200).meta({
  description: 'Your word for what is inspected. At most 200 characters',
  example: 'property_claim',
});

const siteAddress = text(300).meta({
  description: 'Where it is inspected, as people write it; the report prints it. At most 300 characters',
  example: 'Via Torino 12, 20123 Milano',
});

/** A session's own words in replies: empty unless given. */
export const ownWords = {
  type: z.string().meta({ description: 'Your word for what is inspected', example: 'property_claim' }),
  reference: z
    .string()
    .meta({ description: 'Your reference; lists find the session by it', example: 'CLM-2026-00417' }),
  site_address: z.string().meta({
    description: 'Where it is inspected, as people write it',
    example: 'Via Torino 12, 20123 Milano',
  }),
  metadata: Metadata,
};

/** A session's own words in requests. */
export const givenWords = {
  type: type.optional(),
  reference: reference.optional(),
  site_address: siteAddress.optional(),
  metadata: Metadata.optional(),
};

export const wordFilters = {
  type: text(200).min(1).optional().meta({
    description: 'Only sessions with exactly this type, such as `property_claim`',
    example: 'property_claim',
  }),
  reference: text(200).min(1).optional().meta({
    description: 'Only sessions with exactly this reference, such as `CLM-2026-00417`',
    example: 'CLM-2026-00417',
  }),
  metadata: words(text(500), MAX_FILTER_PAIRS)
    .optional()
    .meta({
      description:
        "Only sessions that have all of these pairs of metadata, at most 3: `{ order: '4711' }`, in a URL `metadata[order]=4711`",
      example: { order: '4711' },
    }),
};
