import type { Contact, GivenContact } from '@field-inspection/contract';
import { invalidField } from '../refusal.ts';

/**
 * Gives a contact as it is kept.
 *
 * @throws {Refusal} validation_error where nothing says how the person is reached
 */
export const storeContact = ({ name, phone = '', email = '' }: GivenContact): Contact => {
  if (phone !== '' || email !== '') return { name: name.trim(), phone, email };
  throw invalidField('contact', 'needs a phone or an email: nothing says how the person is reached');
};

/** A session's own contact comes before that of its organisation. */
export const chooseContact = (session: Contact | null, organisation: Contact | null): Contact | null =>
  session ?? organisation;
