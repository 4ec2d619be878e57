import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../config/read-config.ts';
import { openDemoTimestampAuthority } from '../../demo/authority/open-demo-timestamp-authority.ts';
import { systemRandom } from '../secrets/random.ts';
import { openTimestampAuthorities } from './open-timestamp-authorities.ts';
import { parseTsaUrls } from '../../config/parse-tsa-urls.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tsa-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

const open = ({ urls = '', tsaCaFile }: { urls?: string; tsaCaFile?: string }) =>
  openTimestampAuthorities({ tsaCaFile }, urls === '' ? [] : parseTsaUrls(urls)!);
const namesOf = async (options: Parameters<typeof open>[0]) => (await open(options)).map(({ name }) => name);

describe('openTimestampAuthorities', () => {
  it('are those of TSA_URLS; without it none', async () => {
    expect(await namesOf({})).toEqual([]);
    const urls = 'https://a.example.com/,https://b.example.com/';
    expect(await namesOf({ urls })).toEqual(urls.split(','));
  });

  it('trusts every certificate of TSA_CA_FILE, and without it none', async () => {
    const demo = await openDemoTimestampAuthority({
      dir: dataDir,
      clock: { now: () => new Date() },
      random: systemRandom,
    });
    const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(demo.roots[0]!).toString('base64')}\n-----END CERTIFICATE-----\n`;
    const tsaCaFile = join(dataDir, 'roots.pem');
    await writeFile(tsaCaFile, `# two of them\n${pem}\n${pem}`);
    const urls = 'https://a.example.com/';
    expect((await open({ urls, tsaCaFile }))[0]!.roots).toEqual([demo.roots[0], demo.roots[0]]);
    expect((await open({ urls }))[0]!.roots).toEqual([]);
  });

  it.each(['', 'no certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'])(
    'stops the start over a file of %j, and names the setting',
    async (content) => {
      const tsaCaFile = join(dataDir, 'bad.pem');
      await writeFile(tsaCaFile, content);
      const opening = open({ urls: 'https://a.example.com/', tsaCaFile });
      await expect(opening).rejects.toThrow(/^TSA_CA_FILE: .*bad\.pem holds no whole certificate in PEM/);
      await expect(opening).rejects.toBeInstanceOf(ConfigError);
    },
  );

  it('stops the start over a file that is not there', async () => {
    const opening = open({ urls: 'https://a.example.com/', tsaCaFile: join(dataDir, 'missing.pem') });
    await expect(opening).rejects.toThrow(/^TSA_CA_FILE: .*missing\.pem is not there \(ENOENT\)/);
  });
});
