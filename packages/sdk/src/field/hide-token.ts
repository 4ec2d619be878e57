import { RequestError } from '../errors/request-error.ts';

/** The address of a join has the invite's token, which opens the session. */
export function hideToken(error: unknown, token: string): unknown {
  if (!(error instanceof RequestError)) return error;
  const hide = (text: string) => text.replaceAll(token, '…');
  return Object.assign(error, {
    message: hide(error.message),
    path: error.path === null ? null : hide(error.path),
    ...(error.stack !== undefined && { stack: hide(error.stack) }),
  });
}
