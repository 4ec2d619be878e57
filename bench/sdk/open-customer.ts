import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packSdk } from '../../packages/sdk/consumers/pack-sdk.ts';
import { LIBRARIES, OURS } from './libraries.ts';

const INSTALLED = join(import.meta.dirname, 'node_modules');

/** A customer's project: our package as published, the others as npm has them, and the files of customer/. */
export type Customer = { directory: string };

/** Without a tarball our package is built and packed from the sources. The folder is deleted when this process ends. */
export const openCustomer = async (tarball: string | undefined): Promise<Customer> => {
  const directory = mkdtempSync(join(tmpdir(), 'sdk-customer-'));
  process.once('exit', () => rmSync(directory, { recursive: true }));
  cpSync(join(import.meta.dirname, 'customer'), directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{ "private": true, "type": "module" }');
  unpackOurs(directory, tarball ?? (await packSdk(directory)));
  const others = LIBRARIES.map(({ packageName }) => packageName).filter((name) => name !== OURS.packageName);
  for (const name of new Set([...others, '@types/node', 'typescript'])) {
    const link = join(directory, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(join(INSTALLED, name)), link, 'junction');
  }
  return { directory };
};

/** A link would lead to the sources and their development dependencies. */
const unpackOurs = (directory: string, tarball: string): void => {
  const target = join(directory, 'node_modules', OURS.packageName);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
};

/** A probe of customer/ runs in its own process, and prints JSON. */
export const runProbe = <Result>(
  { directory }: Customer,
  probe: string,
  { args, flags = [] }: { args: readonly (string | number)[]; flags?: readonly string[] },
): Result => {
  const output = execFileSync(process.execPath, [...flags, join(directory, probe), ...args.map(String)], {
    cwd: directory,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output) as Result;
};
