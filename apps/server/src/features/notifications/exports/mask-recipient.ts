import { MASK_DOTS } from '@field-inspection/rules';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Shows a number's country and last two digits: `+39 ••• ••67`. The dots don't tell its length. */
export const maskPhone = (phone: string): string => {
  const number = parsePhoneNumberFromString(phone, { extract: false });
  if (!number) return MASK_DOTS;
  return `+${number.countryCallingCode} ${MASK_DOTS} ••${number.nationalNumber.slice(-2)}`;
};
