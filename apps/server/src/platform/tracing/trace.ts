/**
 * Seams at which a span begins. Nothing of OpenTelemetry is loaded here: `open-tracer.ts` is, where the host has a
 * collector, and `traceWith` brings it in. Without one a seam costs a comparison.
 */
export type Attributes = Record<string, string | number | boolean>;

/** Names and numbers of the service's own alone: no text of a person, no secret, path, query or body. */
export type SpanAbout = {
  name: string;
  kind?: 'server' | 'client' | 'consumer';
  attributes?: Attributes;
  /** W3C traceparent of what caused it; by default the span under way. */
  parent?: string | undefined;
};

export type Span = {
  set: (attributes: Attributes) => void;
  fail: (type: string) => void;
  /** Whatever begins in `work` is below this span. */
  run: <T>(work: () => T) => T;
  end: () => void;
};

export type Tracer = {
  open: (about: SpanAbout) => Span;
  /** W3C traceparent of the span under way. */
  traceparent: () => string | undefined;
  close: () => Promise<void>;
};

const UNTRACED: Span = { set: () => {}, fail: () => {}, run: (work) => work(), end: () => {} };

/** A process has one tracer, as it has one chain of asynchronous calls that spans follow. */
let tracer: Tracer | undefined;

export const traceWith = (next: Tracer | undefined): void => {
  tracer = next;
};

export const isTraced = (): boolean => tracer !== undefined;

export const openSpan = (about: SpanAbout): Span => tracer?.open(about) ?? UNTRACED;

export const inSpan = async <T>(about: SpanAbout, work: (span: Span) => Promise<T>): Promise<T> => {
  if (!tracer) return work(UNTRACED);
  const span = tracer.open(about);
  try {
    return await span.run(() => work(span));
  } catch (error) {
    // A message may quote a person's words.
    span.fail(error instanceof Error ? error.name : 'Error');
    throw error;
  } finally {
    span.end();
  }
};

/** The header or the field that leads on to the span under way; nothing where none is. */
export const traceOn = (): { traceparent?: string } => {
  const traceparent = tracer?.traceparent();
  return traceparent === undefined ? {} : { traceparent };
};

/** Reads the field that `traceOn` gave, of a job's payload as it is stored. */
export const readTraceparent = (given: unknown): string | undefined => {
  const { traceparent } = (given ?? {}) as { traceparent?: unknown };
  return typeof traceparent === 'string' ? traceparent : undefined;
};
