/** The new connections begin with these settings, such as `-c lock_timeout=500`. */
export const withOptions = (databaseUrl: string, options: string): string => {
  // Split by hand: URL takes no address without a host, such as a socket's.
  const [address = '', query = ''] = databaseUrl.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  parameters.set('options', `${parameters.get('options') ?? ''} ${options}`.trim());
  return `${address}?${parameters}`;
};
