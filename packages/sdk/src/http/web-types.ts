/**
 * The platform's own classes under names that also exist where neither lib.dom nor @types/node is
 * loaded; there they have the shape that this package needs.
 */
export type WebHeaders = typeof globalThis extends { Headers: { prototype: infer T } } ? T : HeadersShape;
export type WebResponse = typeof globalThis extends { Response: { prototype: infer T } } ? T : ResponseShape;
export type WebSignal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : SignalShape;

/** Function for the `fetch` option: the global `fetch`, undici's, or your own. */
export type FetchFunction = (url: string, init: FetchInit) => Promise<WebResponse>;

/** Init that {@link FetchFunction} gets. */
export interface FetchInit {
  method: string;
  headers: WebHeaders;
  /** Text; of the field side also bytes. */
  body?: string | ArrayBuffer;
  redirect: 'manual';
  /** With the option `session` alone: the cookie goes to the page's own origin. */
  credentials?: 'same-origin';
  signal: WebSignal;
  /** Attempts of the call that came before; the first has none. */
  retries?: number;
}

interface HeadersShape {
  get(name: string): string | null;
  has(name: string): boolean;
  forEach(visit: (value: string, name: string) => void): void;
}

interface ResponseShape {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: HeadersShape;
  text(): Promise<string>;
  json(): Promise<unknown>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

interface SignalShape {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
