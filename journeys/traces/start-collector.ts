import { createServer } from 'node:http';
import { listenOnLoopback } from '@field-inspection/server/testing/listen-on-loopback';
import { text } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean };
type Attribute = { key: string; value: Value };
type Batch = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes' | 'service'> & { attributes: Attribute[] })[] }[];
  }[];
};

export type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Record<string, string | number | boolean | undefined>;
  service: Record<string, string | number | boolean | undefined>;
};

/** A collector of OTLP over HTTP, as JSON. */
export const startCollector = async () => {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(`${request.url} ${body}`);
      spans.push(...readSpans(JSON.parse(body) as Batch));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const { port, close } = await listenOnLoopback(server);
  return { url: `http://127.0.0.1:${port}`, spans, bodies, close };
};

const readSpans = ({ resourceSpans }: Batch): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        attributes: toRecord(span.attributes),
        service: toRecord(resource.attributes),
      })),
    ),
  );

const toRecord = (attributes: Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
  );
