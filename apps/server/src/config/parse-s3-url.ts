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
 * Reads `https://KEY:SECRET@host[:port][/path]/bucket?region=…&signed_urls=false`; key and secret percent-encoded. The
 * last part of the path is the bucket. Undefined for anything else: `tell` then hears which part is wrong, and never
 * its value, since there is a secret in it.
 */
export const parseS3Url = (value: string, tell?: (fault: string) => void): S3Settings | undefined => {
  const found = readS3Url(value);
  if (typeof found !== 'string') return found;
  tell?.(found);
  return undefined;
};

const readS3Url = (value: string): S3Settings | string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return GENERAL;
  const accessKeyId = decode(url.username);
  const secretAccessKey = decode(url.password);
  if (!accessKeyId) return sayWrong('the key, before the first colon', ENCODED);
  if (!secretAccessKey) return sayWrong('the secret, between the colon and the @', ENCODED);
  if (url.hash) return sayWrong('what comes after #', 'must not be there: percent-encoded, a # is %23');
  const [, path = '', bucket = ''] = /^(.*)\/([^/]*)$/.exec(url.pathname.replace(/\/$/, '')) ?? [];
  if (!BUCKET.test(bucket)) return sayWrong('the bucket, at the end of the path', BUCKET_RULE);
  const { region = 'us-east-1', signed_urls: signedUrls = 'true', ...unknown } = readQuery(url);
  if (!REGION.test(region))
    return sayWrong('region', 'must have letters, digits and hyphens, such as RegionOne');
  if (!['true', 'false'].includes(signedUrls)) return sayWrong('signed_urls', 'must be true or false');
  const [other] = Object.keys(unknown);
  if (other !== undefined)
    return sayWrong(`the parameter ${other}`, 'must not be there: region and signed_urls may');
  return {
    endpoint: `${url.origin}${path}`,
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
    signsUrls: signedUrls === 'true',
  };
};

const GENERAL =
  'must be such as https://KEY:SECRET@s3.example.com/bucket?region=eu-south-1, key and secret percent-encoded';
const ENCODED = 'must be there, percent-encoded';
// Amazon's own are stricter today, but have been made with capitals and _, as other stores still do.
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/;
const BUCKET_RULE =
  'must have 3 to 255 letters, digits, dots, hyphens and _, and begin and end with a letter or a digit';
/** The library of S3 takes anything that the name of a host may hold. */
const REGION = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

const sayWrong = (part: string, rule: string): string => `${part}, ${rule}; the whole ${GENERAL}`;

const readQuery = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams);

const decode = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
};
