import { hostname } from 'node:os';
import {
  type Context,
  context as active,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { VERSION } from '../../version.ts';
import { destinationOf } from '../egress-proxy/choose-proxy.ts';
import { proxyEnvFor } from '../egress-proxy/lead-out.ts';
import type { SpanAbout, Tracer } from './trace.ts';

/** Milliseconds that the last spans have to leave when the process stops. */
const CLOSE_MS = 2_000;

/**
 * Sends spans to a collector by OTLP over HTTP, in batches beside the work: a collector that is slow or away costs spans
 * and no request. OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER and OTEL_EXPORTER_OTLP_HEADERS are
 * the SDK's own.
 */
export const openTracer = (endpoint: string): Tracer => {
  active.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const own = resourceFromAttributes({
    'service.name': 'field-inspection',
    'service.version': VERSION,
    'host.name': hostname(),
  });
  const provider = new TracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector, serviceNameEnvDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: openExporter(endpoint) })],
  });
  const tracer = provider.getTracer('field-inspection', VERSION);
  return {
    open: ({ name, kind, attributes = {}, parent }) => {
      const above = findParent(parent);
      const span = tracer.startSpan(name, { kind: KINDS[kind ?? 'internal'], attributes }, above);
      const within = trace.setSpan(above, span);
      return {
        set: (more) => void span.setAttributes(more),
        fail: (type) => void span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
        run: (work) => active.with(within, work),
        end: () => span.end(),
      };
    },
    traceparent: () => {
      const found = trace.getSpanContext(active.active());
      if (!found) return undefined;
      return `00-${found.traceId}-${found.spanId}-${found.traceFlags.toString(16).padStart(2, '0')}`;
    },
    close: async () => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
      active.disable();
    },
  };
};

const openExporter = (endpoint: string): OTLPTraceExporter => {
  const proxyEnv = proxyEnvFor(destinationOf(new URL(endpoint)));
  const httpAgentOptions = { keepAlive: true, ...(proxyEnv ? { proxyEnv } : {}) };
  return new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, httpAgentOptions });
};

const KINDS: Record<NonNullable<SpanAbout['kind']> | 'internal', SpanKind> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

/** A later version may have more behind these (W3C Trace Context, section 3.2). */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/;

const findParent = (traceparent: string | undefined): Context => {
  if (traceparent === undefined) return active.active();
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, span);
};
