/** The address of a database whose connections begin with these settings, too, such as `-c lock_timeout=500`. */
export const withOptions = (databaseUrl: string, options: string): string => {
  // By hand: an address without a host, as of a socket, is none to URL.
  const [address = '', query = ''] = databaseUrl.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  parameters.set('options', `${parameters.get('options') ?? ''} ${options}`.trim());
  return `${address}?${parameters}`;
};
