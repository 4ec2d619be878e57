import { listPages } from '../lists/list-pages.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import { ApiPromise } from '../requests/api-promise.ts';
import { type Deadline, startDeadline } from '../requests/deadline.ts';
import type { ListOptions, RequestOptions, WriteOptions } from '../requests/options.ts';
import { createForeignReplyError, parseReply } from '../requests/parse-reply.ts';
import type { Settings } from '../requests/read-settings.ts';
import type { RoutePath } from '../requests/route-path.ts';
import { sendRequest } from '../requests/send-request.ts';
import { type CallRequest, prepareCall } from './prepare-call.ts';
import { type SessionWait, waitForSession } from './wait-for-session.ts';

export interface Read {
  readonly query?: object | undefined;
  readonly options?: RequestOptions | undefined;
  /** Media type of a download, where the contract names one: `application/zip`, `image/*`. */
  readonly mediaType?: string;
  readonly mayLink?: boolean;
}

export interface List {
  readonly query?: object | undefined;
  readonly options?: ListOptions | undefined;
}

export interface Write {
  readonly body?: unknown;
  readonly options?: WriteOptions | undefined;
  readonly isVoid?: boolean;
}

export interface Transport {
  get<T>(path: RoutePath, read: Read): ApiPromise<T>;
  list<T>(path: RoutePath, list: List): PagePromise<T>;
  post<T>(path: RoutePath, write: Write): ApiPromise<T>;
  patch<T>(path: RoutePath, write: Write): ApiPromise<T>;
  put<T>(path: RoutePath, write: Write): ApiPromise<T>;
  delete<T>(path: RoutePath, write: Write): ApiPromise<T>;
  waitFor<T extends { status: string; started_at: string | null }>(wait: SessionWait): Promise<T>;
}

export function createTransport(settings: Settings): Transport {
  const send = async (request: CallRequest) => sendRequest(prepareCall(request, settings), settings);
  const callBy =
    (method: CallRequest['method']) =>
    <T>(path: RoutePath, { mediaType = '', isVoid = false, ...call }: Read & Write) =>
      new ApiPromise<T>(
        async (wantsBody) => {
          const deadline = startDeadline(call.options, settings);
          const exchange = await send({ method, path, ...call, deadline, wantsBody });
          const type = exchange.response.headers.get('content-type') ?? '';
          if (exchange.response.status === 304 || type.toLowerCase().startsWith(mediaType.replace('*', '')))
            return exchange;
          throw createForeignReplyError(exchange, mediaType);
        },
        (reply) => parseReply(reply, { isVoid }) as T,
      );
  const get = callBy('GET');
  return {
    get,
    post: callBy('POST'),
    patch: callBy('PATCH'),
    put: callBy('PUT'),
    delete: callBy('DELETE'),
    waitFor: (wait) => waitForSession(wait, { get, settings }),
    list: (path, { options, query }) => {
      let deadline: Deadline | undefined;
      return listPages(
        { path, query: query ?? {}, resume: options?.resume },
        async (pageQuery, wantsBody) => {
          deadline ??= startDeadline(options, settings);
          return send({ method: 'GET', path, query: pageQuery, options, deadline, wantsBody, isList: true });
        },
      );
    },
  };
}
