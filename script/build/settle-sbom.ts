import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import server from '../../apps/server/package.json' with { type: 'json' };

/*
 * pnpm gives each SBOM a random number and the time at which it was made. Here both follow from the commit, so that two
 * releases of it are the same. What it tells of has the version of the server, not of the folder.
 */

type Sbom = {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { version: string; purl?: string } };
};

const [from, to] = process.argv.slice(2);
const sbom = JSON.parse(readFileSync(from!, 'utf8')) as Sbom;
delete sbom.serialNumber;
delete sbom.metadata.component.purl;
sbom.metadata.component.version = server.version;
sbom.metadata.timestamp = new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000).toISOString();
const hash = createHash('sha256').update(JSON.stringify(sbom)).digest('hex');
// The form of a UUID that is a hash (RFC 9562, version 8).
const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
writeFileSync(to!, `${JSON.stringify({ ...sbom, serialNumber: `urn:uuid:${uuid}` }, null, 2)}\n`);
