import type { FieldSessionState } from '../inspection.ts';

/** A shot that is asked for, and whether there is something for it. */
export type WantedShot = FieldSessionState['session']['shots'][number] & { isTaken: boolean };

/**
 * Lists the shots in their order. Taken are those that the service has, or that this device has still to send.
 *
 * @param slots of what the device has taken itself
 */
export const listShots = (
  { session, missing_shots: missing }: Pick<FieldSessionState, 'session' | 'missing_shots'>,
  slots: readonly (string | undefined)[],
): WantedShot[] =>
  session.shots.map((shot) => ({
    ...shot,
    isTaken: slots.includes(shot.slot) || (shot.required && !missing.includes(shot.slot)),
  }));

export const nextSlot = (shots: readonly WantedShot[]): string | undefined =>
  shots.find(({ required, isTaken }) => required && !isTaken)?.slot;
