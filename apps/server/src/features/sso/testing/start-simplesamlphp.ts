import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as ask } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestCertificate } from '../../../testing/create-test-authority.ts';
import { findFreePort } from '../../../testing/find-free-port.ts';
import { listenOnLoopback } from '../../../testing/listen-on-loopback.ts';
import { issueSigner } from '../saml/testing/issue-signer.ts';

/** script/fetch-simplesamlphp unpacks both. */
const FETCHED = join(import.meta.dirname, '../../../../../../.toolchain/simplesamlphp');
const PHP = join(FETCHED, 'php8.2');
const INSTALLED = join(FETCHED, 'root/usr/share/simplesamlphp');

export const hasSimpleSamlPhp = existsSync(PHP);

export type PhpUser = { name: string; password: string; attributes: Record<string, string[]> };

/** SimpleSAMLphp as a provider: PHP serves it on loopback, behind TLS. Its users are those of its module exampleauth. */
export const startSimpleSamlPhp = async (certificate: TestCertificate, users: PhpUser[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'simplesamlphp-'));
  const port = await findFreePort();
  const front = await listenOnLoopback(
    createServer(certificate, (request, response) => {
      const { method, url: path, headers } = request;
      const passed = ask({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      passed.on('error', (error) => response.destroy(error));
      request.pipe(passed);
    }),
  );
  const url = `https://localhost:${front.port}/`;
  await writeSettings({ folder, url, users });
  // It is older than this PHP, whose notes would stand in the middle of its pages.
  const quiet = ['-d', 'display_errors=0', '-d', 'output_buffering=65536'];
  const php = spawn(PHP, [...quiet, '-S', `127.0.0.1:${port}`, '-t', join(INSTALLED, 'www')], {
    env: { SIMPLESAMLPHP_CONFIG_DIR: join(folder, 'config') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  php.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-20_000)));
  while (!said.includes('started')) await once(php.stderr, 'data');
  return {
    metadataUrl: `${url}saml2/idp/metadata.php`,
    /** The last lines of its log. */
    log: () => said,
    /** Lets the service send its people here: the provider is told its entity id and where it takes answers. */
    register: (service: { entityId: string; acsUrl: string }, settings: Record<string, unknown> = {}) =>
      writeFile(
        join(folder, 'metadata/saml20-sp-remote.php'),
        `<?php\n$metadata['${service.entityId}'] = ${toPhp({ AssertionConsumerService: service.acsUrl, ...settings })};\n`,
      ),
    close: async () => {
      php.kill();
      if (php.exitCode === null && php.signalCode === null) await once(php, 'exit');
      await front.close();
      await rm(folder, { recursive: true });
    },
  };
};

const writeSettings = async ({
  folder,
  url,
  users,
}: {
  folder: string;
  url: string;
  users: PhpUser[];
}): Promise<void> => {
  for (const each of ['config', 'metadata', 'cert', 'sessions']) await mkdir(join(folder, each));
  const signer = issueSigner();
  await writeFile(join(folder, 'cert/idp.crt'), signer.certificate);
  await writeFile(join(folder, 'cert/idp.pem'), signer.key.export({ type: 'pkcs8', format: 'pem' }));
  const known = users.map(({ name, password, attributes }) => [`${name}:${password}`, attributes]);
  const files: Record<string, unknown> = {
    'config/config.php': {
      baseurlpath: url,
      certdir: `${folder}/cert/`,
      loggingdir: `${folder}/`,
      datadir: `${folder}/`,
      tempdir: folder,
      metadatadir: `${folder}/metadata/`,
      secretsalt: 'a-salt-of-this-test',
      'auth.adminpassword': 'a-password-of-this-test',
      'logging.handler': 'stderr',
      'enable.saml20-idp': true,
      'module.enable': { exampleauth: true },
      'store.type': 'phpsession',
      'session.phpsession.savepath': `${folder}/sessions`,
      'metadata.sources': [{ type: 'flatfile' }],
    },
    'config/authsources.php': { users: { 0: 'exampleauth:UserPass', ...Object.fromEntries(known) } },
    'metadata/saml20-idp-hosted.php': {
      '__DYNAMIC:1__': { host: '__DEFAULT__', privatekey: 'idp.pem', certificate: 'idp.crt', auth: 'users' },
    },
  };
  for (const [file, settings] of Object.entries(files)) {
    const name = file.startsWith('metadata') ? 'metadata' : 'config';
    await writeFile(join(folder, file), `<?php\n$${name} = ${toPhp(settings)};\n`);
  }
};

/** Writes a value as PHP does. */
const toPhp = (value: unknown): string => {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, each]) => {
    const name = /^\d+$/.test(key) ? key : toPhp(key);
    return `${name} => ${toPhp(each)}`;
  });
  return `[${entries.join(', ')}]`;
};
