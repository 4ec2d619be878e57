/* Addresses behind a phone number and an e-mail address, for the server and for the pages, which ship without zod. */

/** Gives what a phone dials. A (0) behind a country code is for those who call from within the country. */
export const dialUrlOf = (phone: string): string => {
  const dialled = phone.startsWith('+') ? phone.replace('(0)', '') : phone;
  return `tel:${dialled.replace(/[^+0-9]/g, '')}`;
};

export const mailUrlOf = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `mailto:${encodeURIComponent(email.slice(0, at))}${email.slice(at)}`;
};
