import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FieldInspection } from '@field-inspection/sdk';
import { type Given, Misuse, readText } from '../command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { findConfigFolder } from './config-folder.ts';
import { readJson } from './read-json.ts';
import { writePrivate } from './write-private.ts';

export interface Account {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The key is no option, since other programs see a command line. */
export const ACCOUNT_OPTIONS = { 'base-url': { type: 'string' } } as const;

const fileOf = (terminal: Terminal): string => join(findConfigFolder(terminal), 'account.json');

/** @throws {Misuse} when the key or the address is neither in the environment nor kept by `login` */
export async function readAccount(given: Given, terminal: Terminal): Promise<Account> {
  const { env } = terminal;
  const kept = (await readJson<Account>(fileOf(terminal))) ?? {};
  const baseUrl = readText(given, 'base-url') || env['FIELD_INSPECTION_BASE_URL'] || kept.baseUrl;
  // A key kept for one service is not shown to another.
  const keptKey = baseUrl === kept.baseUrl ? kept.apiKey : undefined;
  const apiKey = env['FIELD_INSPECTION_API_KEY'] || keptKey;
  if (!baseUrl) throw new Misuse('Log in first, or set FIELD_INSPECTION_BASE_URL.');
  if (!apiKey) throw new Misuse(`Log in at ${baseUrl} first, or set FIELD_INSPECTION_API_KEY.`);
  return { baseUrl, apiKey };
}

/** @returns where the account is kept */
export async function writeAccount(account: Account, terminal: Terminal): Promise<string> {
  const path = fileOf(terminal);
  await writePrivate(path, account);
  return path;
}

export const removeAccount = (terminal: Terminal): Promise<void> => rm(fileOf(terminal), { force: true });

export const openClient = (account: Account, { clientOptions, runtime }: Terminal): FieldInspection =>
  new FieldInspection({ ...clientOptions, ...account, runtime });
