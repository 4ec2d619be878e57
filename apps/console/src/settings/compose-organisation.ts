import type { Locale, Organisation, UpdateOrganisationBody } from '@field-inspection/sdk';
import { changedFields } from '../fields/changed-fields.ts';

/** Whoever empties each field of the contact takes it away. */
export const composeOrganisation = (
  typed: Readonly<Record<string, string>>,
  before: Organisation,
): UpdateOrganisationBody => {
  const { contact_name: name = '', contact_phone: phone = '', contact_email: email = '' } = typed;
  const contact = `${name}${phone}${email}` === '' ? null : { name, phone, email };
  const isSame = name + phone + email === spell(before.contact);
  return {
    ...changedFields(
      {
        name: typed.name ?? '',
        locale: typed.locale as Locale,
        time_zone: typed.time_zone ?? '',
        sign_in_idle_minutes: Number(typed.idle),
        sign_in_life_minutes: Number(typed.life),
      },
      before,
    ),
    ...(!isSame && { contact }),
  };
};

const spell = (contact: Organisation['contact']): string =>
  contact === null ? '' : contact.name + contact.phone + contact.email;
