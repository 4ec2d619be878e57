import type { Contact } from '@field-inspection/contract';
import type { Prisma } from '#prisma';

/** The contract checked the contact when it was written; an empty one is none. */
export const readContact = ({ contact }: { contact: Prisma.JsonValue }): Contact | null =>
  Object.keys(contact as object).length > 0 ? (contact as Contact) : null;
