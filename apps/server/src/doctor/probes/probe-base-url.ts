import { lookup } from 'node:dns/promises';
import { ok, warn, type Examined, type Probe } from './finding.ts';

/** Probes the address that links start with: whether its name leads somewhere, and whether it is encrypted. */
export const probeBaseUrl = ({ config: { baseUrl, demo } }: Examined): Probe => ({
  part: 'base url',
  remedy: 'Links in messages start with BASE_URL: check its name, and make its DNS record.',
  run: async () => {
    const { hostname, protocol } = new URL(baseUrl);
    const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
    const addresses = found.map(({ address }) => address).join(', ');
    if (protocol === 'https:' || demo) return ok(`${hostname} leads to ${addresses}.`);
    return warn(`${hostname} leads to ${addresses}, by http: browsers give a camera to https alone.`);
  },
});
