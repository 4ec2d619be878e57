import type { IncomingHttpHeaders } from 'node:http';

/** An endpoint as the simulation knows it, beside what the database says. */
export type KnownEndpoint = {
  name: string;
  id: string;
  /** The newest first. */
  secrets: { secret: string; validUntilMs: number }[];
  isDeleted: boolean;
  /** Deliveries that must exist: one per event while the endpoint was active. */
  expected: number;
};

/** A request as its receiver saw it. */
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
  /** Deliveries in whose attempt a worker was killed, once per kill. */
  killed: string[];
  /** Endpoints that only a sweep had looked at again. */
  rescued: number;
  /** Faults, noted the moment they happened. */
  violations: string[];
};
