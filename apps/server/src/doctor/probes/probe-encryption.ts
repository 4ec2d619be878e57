import { splitHosts } from '../../config/split-hosts.ts';
import { off, ok, warn, type Examined, type Probe } from './finding.ts';

type Edge = { setting: string; url: string; isEncrypted: (url: URL) => boolean; remedy: string };

/** Without TLS the settings go in the clear, or do once somebody between this host and another wants it. */
export const probeEncryption = (examined: Examined): Probe => ({
  part: 'encryption',
  remedy: 'Check the addresses of the settings.',
  run: async () => {
    if (examined.config.demo) return off('Demo mode serves this machine alone.');
    const open = listEdges(examined).filter(isOpen);
    if (open.length === 0) return ok('TLS is asked for on every connection that leaves this host.');
    return open.map(({ setting, url, remedy }) =>
      warn(`${setting}: TLS is not asked for on the way to ${hostOf(new URL(url))}. ${remedy}`),
    );
  },
});

const isOpen = ({ url: address, isEncrypted }: Edge): boolean => {
  // A user without a host, as before a socket, is no address to URL: postgresql://fis@/fis?host=/run/postgresql.
  const url = new URL(address.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/?#]|$)/, '$1localhost'));
  return !isThisHost(url) && !isEncrypted(url);
};

// The `host` parameter overrules the host of the address.
const hostOf = ({ hostname, searchParams }: URL): string =>
  searchParams.get('host') ?? decodeURIComponent(hostname);

// A socket of PostgreSQL's has no host, or a folder; one beginning with @ is a socket of Linux without a folder.
const isThisHost = (url: URL): boolean => {
  const host = hostOf(url);
  return host === '' || /^[/@]/.test(host) || /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
};

const listEdges = ({ config: { cscUrl, stripeApiUrl }, secrets, databaseUrl }: Examined): Edge[] => {
  const { databaseOwnerUrl, databaseDirectUrl, databasePreparedUrl, smtpUrl, smsUrl, s3, tsaAddresses } =
    secrets;
  return [
    ...listDatabases({
      DATABASE_URL: secrets.databaseUrl ?? databaseUrl,
      DATABASE_OWNER_URL: databaseOwnerUrl,
      DATABASE_DIRECT_URL: databaseDirectUrl,
      DATABASE_PREPARED_URL: databasePreparedUrl,
    }),
    ...listOf(smtpUrl, {
      setting: 'SMTP_URL',
      isEncrypted: ({ protocol, searchParams }) =>
        protocol === 'smtps:' || searchParams.get('requireTLS') === 'true',
      remedy:
        'Write smtps:// for port 465, or append ?requireTLS=true: without it, one who sits in between can keep the two from agreeing on TLS.',
    }),
    ...listOf(smsUrl, { setting: 'SMS_URL', ...HTTPS }),
    ...listOf(s3?.endpoint, { setting: 'S3_URL', ...HTTPS }),
    ...tsaAddresses.flatMap(({ url }) => listOf(url, { setting: 'TSA_URLS', ...SIGNED })),
    ...listOf(cscUrl, { setting: 'CSC_URL', ...HTTPS }),
    ...listOf(stripeApiUrl, { setting: 'STRIPE_API_URL', ...HTTPS }),
  ];
};

const listOf = (url: string | undefined, edge: Omit<Edge, 'url'>): Edge[] =>
  url === undefined ? [] : [{ ...edge, url }];

const CHECKED = ['require', 'verify-ca', 'verify-full'];

const listDatabases = (urls: Record<string, string | undefined>): Edge[] =>
  Object.entries(urls).flatMap(([setting, url = '']) =>
    splitHosts(url, () => {}).flatMap((one) =>
      listOf(one || undefined, {
        setting,
        isEncrypted: ({ searchParams }) => CHECKED.includes(searchParams.get('sslmode') ?? ''),
        remedy: 'Append ?sslmode=verify-full, and give PostgreSQL a certificate.',
      }),
    ),
  );

const isHttps = ({ protocol }: URL): boolean => protocol === 'https:';
const HTTPS = { isEncrypted: isHttps, remedy: 'Write https://.' };
const SIGNED = {
  isEncrypted: isHttps,
  remedy:
    'Write https:// where the authority has it. Its tokens are signed, so that none can be forged on the way.',
};
