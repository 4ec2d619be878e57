import { unknownLine } from '@field-inspection/rules';
import type { Context } from '../../context.ts';

/** The row of a part behind which an export goes on. */
export type ExportPosition = { part: string; key: readonly unknown[] };

type Needs = Pick<Context, 'keyring'>;

/** Gives the cursor of a line. Its MAC binds it to the organisation, so that nobody makes a cursor to other data. */
export const writeExportCursor = (
  { keyring }: Needs,
  organisationId: string,
  { part, key }: ExportPosition,
): string => {
  const position = Buffer.from(JSON.stringify([part, ...key])).toString('base64url');
  return `${position}.${sign({ keyring }, organisationId, position)}`;
};

/** @throws {ApiError} validation_error */
export const readExportCursor = (
  { keyring }: Needs,
  organisationId: string,
  cursor: string,
): ExportPosition => {
  const [position = '', mac = '', ...rest] = cursor.split('.');
  const isOurs = keyring.verify('cursor', nameScope(organisationId, position), Buffer.from(mac, 'base64url'));
  if (!isOurs || rest.length > 0) throw unknownLine();
  const [part, ...key] = JSON.parse(Buffer.from(position, 'base64url').toString('utf8')) as [
    string,
    ...unknown[],
  ];
  return { part, key };
};

const sign = ({ keyring }: Needs, organisationId: string, position: string): string =>
  keyring.sign('cursor', nameScope(organisationId, position)).toString('base64url');

const nameScope = (organisationId: string, position: string): string =>
  `export ${organisationId}\n${position}`;
