import type { ConsentValue, ParticipantConsents } from '@field-inspection/contract';
import type { Participant } from '#prisma';

export type ConsentColumns = Pick<
  Participant,
  'consent_camera' | 'consent_microphone' | 'consent_gps' | 'consent_recording'
>;

export const NOTHING_ANSWERED: ConsentColumns = {
  consent_camera: 'pending',
  consent_microphone: 'pending',
  consent_gps: 'pending',
  consent_recording: 'pending',
};

export const readConsents = (row: ConsentColumns): ParticipantConsents => ({
  camera: row.consent_camera as ConsentValue,
  microphone: row.consent_microphone as ConsentValue,
  gps: row.consent_gps as ConsentValue,
  recording: row.consent_recording as ConsentValue,
});
