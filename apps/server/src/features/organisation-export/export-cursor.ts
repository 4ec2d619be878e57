import { unknownLine } from '@field-inspection/rules';
import type { Context } from '../../context.ts';

/** The row of a part behind which an export goes on. */
export type ExportPlace = { part: string; key: readonly unknown[] };

type Needs = Pick<Context, 'keyring'>;

/** Gives the cursor of a line. Its MAC binds it to the organisation, so that nobody makes a cursor to other data. */
export const writeExportCursor = (
  { keyring }: Needs,
  organisationId: string,
  { part, key }: ExportPlace,
): string => {
  const place = Buffer.from(JSON.stringify([part, ...key])).toString('base64url');
  return `${place}.${sign({ keyring }, organisationId, place)}`;
};

/** @throws {ApiError} validation_error */
export const readExportCursor = ({ keyring }: Needs, organisationId: string, cursor: string): ExportPlace => {
  const [place = '', mac = '', ...rest] = cursor.split('.');
  const isOurs = keyring.verify('cursor', nameScope(organisationId, place), Buffer.from(mac, 'base64url'));
  if (!isOurs || rest.length > 0) throw unknownLine();
  const [part, ...key] = JSON.parse(Buffer.from(place, 'base64url').toString('utf8')) as [
    string,
    ...unknown[],
  ];
  return { part, key };
};

const sign = ({ keyring }: Needs, organisationId: string, place: string): string =>
  keyring.sign('cursor', nameScope(organisationId, place)).toString('base64url');

const nameScope = (organisationId: string, place: string): string => `export ${organisationId}\n${place}`;
