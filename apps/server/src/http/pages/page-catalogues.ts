import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type console from '@field-inspection/console/catalogues/en.json';
import type invitation from '@field-inspection/pages/invitation/catalogues/en.json';
import type sign from '@field-inspection/pages/sign/catalogues/en.json';
import type signIn from '@field-inspection/pages/sign-in/catalogues/en.json';
import type verify from '@field-inspection/pages/verify/catalogues/en.json';
import { readCatalogues } from '../../platform/words/read-catalogues.ts';

/* The texts lie beside the sources of the pages. English has them all. */

const folderOf = (page: string): URL => folderAt(`@field-inspection/pages/${page}/catalogues/en.json`);

const folderAt = (english: string): URL => pathToFileURL(createRequire(import.meta.url).resolve(english));

export type ConsoleKey = keyof typeof console;
export type InvitationKey = keyof typeof invitation;
export type SignKey = keyof typeof sign;
export type SignInKey = keyof typeof signIn;
export type VerifyKey = keyof typeof verify;

/** Counts stand beside their labels, so no text needs a plural. */
export const consoleCatalogues = readCatalogues<ConsoleKey>(
  folderAt('@field-inspection/console/catalogues/en.json'),
);
export const invitationCatalogues = readCatalogues<InvitationKey>(folderOf('invitation'));
export const signCatalogues = readCatalogues<SignKey>(folderOf('sign'));
export const signInCatalogues = readCatalogues<SignInKey>(folderOf('sign-in'));
export const verifyCatalogues = readCatalogues<VerifyKey>(folderOf('verify'));
