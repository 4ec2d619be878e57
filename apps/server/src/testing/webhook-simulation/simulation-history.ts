import type { IncomingHttpHeaders } from 'node:http';

export type KnownEndpoint = {
  name: string;
  id: string;
  secrets: { secret: string; validUntilMs: number }[];
  isDeleted: boolean;
  /** Counts the events while the endpoint was active. */
  expected: number;
};

export type SeenRequest = {
  deliveryId: string;
  attempt: number;
  sequence: number;
  endpoint: KnownEndpoint;
  atMs: number;
  body: string;
  headers: IncomingHttpHeaders;
  /** 2xx, though the worker may have been killed before it learned of it. */
  wasTaken: boolean;
};

export type History = {
  endpoints: KnownEndpoint[];
  requests: SeenRequest[];
  /** A worker was killed in an attempt of these deliveries; once per kill. */
  killed: string[];
  /** Endpoints whose wake only a sweep replaced. */
  rescued: number;
  violations: string[];
};
