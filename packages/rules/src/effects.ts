import type { EmittedEventType } from '@field-inspection/contract';

export type Instant = Date | string;

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A fact for an audit chain. `personal` values become commitments, so that redaction can erase the values. */
export type Fact = {
  kind: string;
  payload: Record<string, Json>;
  personal?: Record<string, Json>;
};

export type Effects<Changes> = { changes: Changes; facts: Fact[] };

export type ToldEffects<Changes, Event extends EmittedEventType> = Effects<Changes> & { event: Event };

export type Actor = { credential_id: string; member_id?: string };
