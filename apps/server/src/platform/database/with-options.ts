/** The address of a database whose connections begin with these settings, too, such as `-c lock_timeout=500`. */
export const withOptions = (databaseUrl: string, options: string): string => {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', options].join(' ').trim());
  return url.href;
};
