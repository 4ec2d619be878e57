import { type CallRequest, prepareCall } from '../../client/prepare-call.ts';
import type { Settings } from '../../requests/read-settings.ts';
import { type Exchange, sendRequest } from '../../requests/send-request.ts';

export interface BytesRequest extends Omit<CallRequest, 'body'> {
  readonly bytes?: ArrayBuffer;
  /** Beside those of the call's options, which have the last word; `null` removes one. */
  readonly headers: Readonly<Record<string, string | null>>;
}

/** Sends a call whose body is bytes rather than JSON, with the retries, limits and errors of every call. */
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
