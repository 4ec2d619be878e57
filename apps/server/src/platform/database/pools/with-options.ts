/** Gives the address of a database whose connections begin with these settings, too, such as `-c lock_timeout=500`. */
export const withOptions = (databaseUrl: string, options: string): string => {
  // Splits the address by hand: URL takes no address without a host, as a socket's.
  const [address = '', query = ''] = databaseUrl.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  parameters.set('options', `${parameters.get('options') ?? ''} ${options}`.trim());
  return `${address}?${parameters}`;
};
