import { z } from 'zod';
import { Email, personName, upTo } from '../text.ts';

const EXAMPLE = { name: 'Eva Brandt', phone: '+39 0471 123456', email: 'eva.brandt@example.com' };

const PHONE_RULE =
  'must be a phone number: digits, a + in front if you like, and spaces, dots, hyphens, slashes and brackets between';

/**
 * A phone number as people write it, for them to call: it is shown as it came, so it may be that of a switchboard or a
 * service that has no country code.
 */
const ShownPhone = upTo(32).regex(/^(?:\+?[0-9(][0-9 ()./-]*[0-9])?$/, PHONE_RULE);

/** Somebody whom a field person or a signer turns to, as bodies show them. */
export const Contact = z
  .object({
    name: z.string().meta({ description: 'As people read it', example: EXAMPLE.name }),
    phone: z.string().meta({ description: 'Empty when absent', example: EXAMPLE.phone }),
    email: z.string().meta({ description: 'Empty when absent', example: EXAMPLE.email }),
  })
  .meta({ id: 'Contact', description: 'Whom field persons and signers turn to', example: EXAMPLE });

export type Contact = z.infer<typeof Contact>;

/**
 * Somebody whom a field person or a signer turns to: a name of up to 100 characters, and a phone number or an e-mail
 * address, or both.
 *
 * @example
 * GivenContact.parse({ name: 'Eva Brandt', phone: '+39 0471 123456' });
 */
export const GivenContact = z
  .strictObject({
    name: personName(100).meta({ description: 'Up to 100 characters', example: EXAMPLE.name }),
    phone: ShownPhone.optional().meta({
      description: 'As people dial it, up to 32 characters, or empty; it is shown as it is written',
      example: EXAMPLE.phone,
    }),
    email: z
      .union([z.literal(''), Email])
      .optional()
      .meta({ description: 'E-mail address, or empty', example: EXAMPLE.email }),
  })
  .meta({
    id: 'ContactInput',
    description: 'Whom field persons and signers turn to: a name, and a phone number or an e-mail address',
    example: EXAMPLE,
  });

export type GivenContact = z.infer<typeof GivenContact>;
