/* Spells each e-mail address in one way, for the service and the SDK's fake. */

const MAX_LOCAL = 64;
const MAX_LENGTH = 254;
/** The longest label of a host's name (RFC 1035, section 2.3.4). */
const MAX_LABEL = 63;

/**
 * An address with the domain as mail servers know it: an internationalised one becomes its ASCII form (RFC 5891), which
 * is the same however its letters are put together. One of ASCII stays as it is. Undefined where no such domain can be, or
 * where a part is too long.
 *
 * @example
 * spellAddress('ada@bücher.example'); // 'ada@xn--bcher-kva.example'
 * spellAddress('Ada@Example.com'); // 'Ada@Example.com'
 */
export const spellAddress = (address: string): string | undefined => {
  const at = address.lastIndexOf('@');
  if (at > MAX_LOCAL) return undefined;
  // eslint-disable-next-line no-control-regex -- ASCII is what the expression is about
  if (/^[\u0000-\u007f]*$/.test(address)) return address;
  const domain = toAscii(address.slice(at + 1));
  const spelled = `${address.slice(0, at)}@${domain}`;
  return domain !== undefined && spelled.length <= MAX_LENGTH ? spelled : undefined;
};

const toAscii = (domain: string): string | undefined => {
  try {
    const { hostname } = new URL(`http://${domain}`);
    return hostname.split('.').every((label) => label.length <= MAX_LABEL) ? hostname : undefined;
  } catch {
    return undefined;
  }
};
