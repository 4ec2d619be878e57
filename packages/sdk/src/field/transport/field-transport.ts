import { createTransport, type Transport } from '../../client/transport.ts';
import { ApiPromise } from '../../requests/api-promise.ts';
import { startDeadline } from '../../requests/deadline.ts';
import type { WriteOptions } from '../../requests/options.ts';
import { parseReply } from '../../requests/parse-reply.ts';
import type { Settings } from '../../requests/read-settings.ts';
import type { RoutePath } from '../../requests/route-path.ts';
import { type Content, openContent } from './content.ts';
import { digest, toBase64 } from './digest.ts';
import { sendBytes } from './send-bytes.ts';

export interface ContentWrite {
  readonly content: Content;
  readonly query?: object | undefined;
  readonly options?: WriteOptions | undefined;
}

export interface FieldTransport extends Transport {
  sendContent<T>(path: RoutePath, write: ContentWrite): ApiPromise<T>;
}

export function createFieldTransport(settings: Settings): FieldTransport {
  return {
    ...createTransport(settings),
    sendContent: <T>(path: RoutePath, { content, query, options }: ContentWrite) =>
      new ApiPromise<T>(
        async (wantsBody) => {
          const deadline = startDeadline(options, settings);
          const { byteSize, type, read } = await openContent(content);
          const bytes = await read(0, byteSize);
          const hash = await digest(bytes);
          // RFC 9530: the service refuses bytes that were damaged on their way.
          const digests = hash && { 'content-digest': `sha-256=:${toBase64(hash)}:` };
          return sendBytes(
            {
              ...{ method: 'POST', path, query, options, deadline, wantsBody, bytes },
              headers: { 'content-type': type, ...digests },
            },
            settings,
          );
        },
        (reply) => parseReply(reply, { isVoid: false }) as T,
      ),
  };
}
