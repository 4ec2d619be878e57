export type TsaAddress = {
  name: string;
  url: string;
  authorization: string | undefined;
};

/** Undefined when one is no address, or two name one authority. */
export const parseTsaUrls = (value: string): TsaAddress[] | undefined => {
  const addresses: TsaAddress[] = [];
  for (const part of value.split(',')) {
    const address = parseAddress(part.trim());
    if (!address || addresses.some(({ name }) => name === address.name)) return undefined;
    addresses.push(address);
  }
  return addresses;
};

/** The longest name: it is part of an index, and of the key of a job. */
const MAX_NAME_LENGTH = 300;

const parseAddress = (text: string): TsaAddress | undefined => {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const name = url.origin + url.pathname;
  if (!/^https?:$/.test(url.protocol) || url.hash !== '' || name.length > MAX_NAME_LENGTH) return undefined;
  const authorization = readCredentials(url);
  url.username = '';
  url.password = '';
  return { name, url: url.href, authorization };
};

const readCredentials = ({ username, password }: URL): string | undefined => {
  if (!username && !password) return undefined;
  const pair = `${decodePercent(username)}:${decodePercent(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
};

// A stray percent sign stands for itself.
const decodePercent = (text: string): string => decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'));
