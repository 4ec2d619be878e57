import type { ListedRoute } from '@field-inspection/contract';
import type { Schema } from './arbitrary-of-schema.ts';

/** A request as data: `{{own.session_id}}` in it becomes an id when it is sent. */
export type Plan = {
  name: string;
  method: string;
  /** With the query, as it goes over the wire. */
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** Which of the things that are known it names: 0 the newest, 1 the oldest. */
  pick: number;
  /** Sent a second time while the first is under way. */
  twice: boolean;
};

/** What is called: a route of the contract, or a request of the resumable uploads. */
export type FuzzTarget = {
  name: string;
  method: string;
  path: string;
  auth: ListedRoute['policy']['auth'];
  content: 'json' | 'photo' | 'bytes' | 'none';
  query?: Schema;
  body?: Schema;
};
