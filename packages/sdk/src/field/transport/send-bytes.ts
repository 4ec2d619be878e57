import { type CallRequest, prepareCall } from '../../client/prepare-call.ts';
import type { Settings } from '../../requests/read-settings.ts';
import { type Exchange, sendRequest } from '../../requests/send-request.ts';

export interface BytesRequest extends Omit<CallRequest, 'body'> {
  readonly bytes?: ArrayBuffer;
  /** The call's own options win over these headers; `null` removes one. */
  readonly headers: Readonly<Record<string, string | null>>;
}

export function sendBytes(
  { bytes, headers, ...request }: BytesRequest,
  settings: Settings,
): Promise<Exchange> {
  const call = prepareCall(request, settings);
  const { init } = call;
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) init.headers.delete(name);
    else if (!init.headers.has(name)) init.headers.set(name, value);
  }
  return sendRequest({ ...call, init: bytes ? { ...init, body: bytes } : init }, settings);
}
