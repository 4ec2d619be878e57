import type { EmittedEventType } from '@field-inspection/contract';

/** A time as a row of the database or a reply has it. */
export type Instant = Date | string;

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * A fact for an audit chain. `personal` values stand there as commitments, and redaction can erase the values
 * themselves.
 */
export type Fact = {
  kind: string;
  payload: Record<string, Json>;
  personal?: Record<string, Json>;
};

/** The effects of a command: what changes in its row, and what its chain notes. */
export type Effects<Changes> = { changes: Changes; facts: Fact[] };

/** An outcome that receivers are told of by an event. */
export type ToldEffects<Changes, Event extends EmittedEventType> = Effects<Changes> & { event: Event };

export type Actor = { credential_id: string; member_id?: string };
