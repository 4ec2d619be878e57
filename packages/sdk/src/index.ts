export { FieldInspection } from './client.ts';
export {
  ApiError,
  type ApiErrorInit,
  AuthenticationError,
  ConflictError,
  type ErrorCode,
  type FieldError,
  GoneError,
  LockedError,
  NotFoundError,
  PaymentRequiredError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  UnprocessableError,
  ValidationError,
} from './core/api-error.ts';
export { ApiPromise, type ApiResult } from './core/api-promise.ts';
export { composeFetch, type Middleware } from './core/compose-fetch.ts';
export {
  type LogAttemptsOptions,
  type LogFields,
  type Logger,
  type LogLevel,
  logAttempts,
} from './core/log-attempts.ts';
export type { Deprecation, DeprecationNotice } from './core/deprecation.ts';
export type { ClientOptions, ListOptions, RequestOptions, Runtime, WriteOptions } from './core/options.ts';
export type { ItemIterator } from './core/item-iterator.ts';
export { Page, PaginationLoopError } from './core/page.ts';
export { PagePromise } from './core/page-promise.ts';
export type { RateLimit } from './core/rate-limit.ts';
export {
  AbortError,
  type Attempt,
  ConnectionError,
  DeadlineExceededError,
  RequestError,
  type RequestErrorInit,
  TimeoutError,
} from './core/request-error.ts';
export type { FetchFunction, FetchInit, WebHeaders, WebResponse, WebSignal } from './core/web-types.ts';
export * from './resources/resources.ts';
export * from './webhooks.ts';
