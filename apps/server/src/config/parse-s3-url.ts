/** Where a bucket is and who may use it. */
export type S3Settings = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether browsers reach the endpoint; where they don't, the server sends the bytes. */
  signsUrls: boolean;
};

/**
 * Reads `https://KEY:SECRET@host[:port]/bucket?region=…&signed_urls=false`; key and secret percent-encoded.
 * Undefined for anything else: what is wrong with it is not told, since it holds a secret.
 */
export const parseS3Url = (value: string): S3Settings | undefined => {
  const url = parseUrl(value);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hash) return undefined;
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url.pathname)?.[1];
  const { region = 'us-east-1', signed_urls: signedUrls = 'true', ...unknown } = readQuery(url);
  const accessKeyId = decode(url.username);
  const secretAccessKey = decode(url.password);
  const isKnown = /^[a-z0-9-]+$/.test(region) && ['true', 'false'].includes(signedUrls);
  if (!bucket || !accessKeyId || !secretAccessKey || !isKnown || Object.keys(unknown).length > 0) {
    return undefined;
  }
  return {
    endpoint: url.origin,
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
    signsUrls: signedUrls === 'true',
  };
};

const parseUrl = (value: string): URL | undefined => (URL.canParse(value) ? new URL(value) : undefined);

const readQuery = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams);

const decode = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
};
