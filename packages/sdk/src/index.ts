export { FieldInspection } from './client.ts';
export { type SessionMilestone, UnreachableStateError } from './client/wait-for-session.ts';
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
  type IssueCode,
  PayloadTooLargeError,
  PaymentRequiredError,
  PermissionDeniedError,
  PreconditionFailedError,
  RangeNotSatisfiableError,
  RateLimitError,
  ServerError,
  UnprocessableError,
  UnsupportedMediaTypeError,
  ValidationError,
} from './errors/api-error.ts';
export { ApiPromise, type ApiResult } from './requests/api-promise.ts';
export { createLimiter, type LimiterOptions } from './requests/create-limiter.ts';
export type { Leave, Limiter, Turn } from './requests/limiter.ts';
export { composeFetch, type Middleware } from './requests/compose-fetch.ts';
export {
  type LogAttemptsOptions,
  type LogFields,
  type Logger,
  type LogLevel,
  logAttempts,
} from './requests/log-attempts.ts';
export type { Deprecation, DeprecationNotice } from './http/deprecation.ts';
export type {
  ClientOptions,
  ListOptions,
  RequestOptions,
  Runtime,
  WriteOptions,
} from './requests/options.ts';
export type { ItemIterator } from './lists/iterate-pages.ts';
export { Page, PaginationLoopError } from './lists/page.ts';
export { PagePromise } from './lists/page-promise.ts';
export type { RateLimit } from './http/rate-limit.ts';
export {
  AbortError,
  type Attempt,
  ConnectionError,
  type ConnectionErrorInit,
  DeadlineExceededError,
  RequestError,
  type RequestErrorInit,
  TimeoutError,
} from './errors/request-error.ts';
export type { NewerValue } from './http/newer-value.ts';
export type { FetchFunction, FetchInit, WebHeaders, WebResponse, WebSignal } from './http/web-types.ts';
export type * from './errors/error-code.ts';
export * from './resources/resources.ts';
export * from './webhooks.ts';
