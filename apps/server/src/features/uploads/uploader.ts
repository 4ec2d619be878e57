import type { Right } from '../../platform/database/transact.ts';

/** Who uploads: the field person a photo, the operator the recording of a session that the upload names. */
export type Uploader = {
  organisationId: string;
  sessionId: string | null;
  participantId: string | null;
  hasEnded: boolean;
  takes: 'photo' | 'recording';
  right: Right;
};
