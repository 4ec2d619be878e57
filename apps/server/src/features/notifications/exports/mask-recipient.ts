import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const DOTS = '•••';

/** An address that its owner knows again and nobody else learns: `a•••@e•••.com`. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  if (at < 1) return DOTS;
  const labels = email.slice(at + 1).split('.');
  // A domain without a dot and an address literal have no public part to show.
  const topLevel = labels.length > 1 && /^\p{L}[\p{L}\d-]*$/u.test(labels.at(-1)!) ? `.${labels.at(-1)}` : '';
  return `${firstCharacter(email)}${DOTS}@${firstCharacter(labels[0]!)}${DOTS}${topLevel}`;
};

/** A number's country and last two digits: `+39 ••• ••67`. The dots don't tell its length. */
export const maskPhone = (phone: string): string => {
  const number = parsePhoneNumberFromString(phone, { extract: false });
  if (!number) return DOTS;
  return `+${number.countryCallingCode} ${DOTS} ••${number.nationalNumber.slice(-2)}`;
};

// By code point, so that half a character never shows.
const firstCharacter = (text: string): string => [...text][0] ?? '';
