import type { FieldSessionState } from '../inspection.ts';

export type WantedShot = FieldSessionState['session']['shots'][number] & { isTaken: boolean };

/**
 * A shot counts as taken if the service has its photo, or this device has one to send.
 *
 * @param slots of the photos that this device has
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
