import { domainToASCII } from 'node:url';

export type Sender = { name: string; address: string };

/**
 * `Name <address>` or an address. All before the `<` is the name, also a colon, a comma or a parenthesis, which would
 * begin something else in the head of an e-mail; it may stand in quotes. An internationalised domain becomes the ASCII
 * form that mail servers know.
 */
export const readSender = (from: string): Sender => {
  const { name = '', local = '', domain = '' } = SENDER.exec(from)?.groups ?? {};
  const ascii = domainToASCII(domain);
  if (local === '' || ascii === '')
    throw new Error(`MAIL_FROM: "${from}" has no address; write Name <no-reply@your.domain>`);
  return { name: unquote(name.trim()), address: `${local}@${ascii}` };
};

/** RFC 5321, section 4.1.2, without texts in quotes: a `mailto:` before the address does not match. */
const SENDER = /^(?:\s*|(?<name>.*)<\s*)(?<local>[\w!#$%&'*+/=?^`{|}~.-]+)@(?<domain>[^\s<>@]+)\s*>?\s*$/s;

const unquote = (name: string): string =>
  /^".*"$/s.test(name) ? name.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : name;
