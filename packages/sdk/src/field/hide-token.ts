import { RequestError } from '../errors/request-error.ts';

/** An error without the token of an invite, which stands in the address of a join and opens the session. */
export function hideToken(error: unknown, token: string): unknown {
  if (!(error instanceof RequestError)) return error;
  const hide = (text: string) => text.replaceAll(token, '…');
  return Object.assign(error, {
    message: hide(error.message),
    path: error.path === null ? null : hide(error.path),
    ...(error.stack !== undefined && { stack: hide(error.stack) }),
  });
}
