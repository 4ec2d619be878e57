export { FieldClient } from './field/field-client.ts';
export type { NewerValue } from './http/newer-value.ts';
export type { BlobContent, Content } from './field/transport/content.ts';
export type { FieldOptions } from './field/field-options.ts';
export { type JoinOptions, type JoinResult, joinSession } from './field/join-session.ts';
export { openSigning } from './field/open-signing.ts';
export { openFieldSession } from './field/open-field-session.ts';
export { findPhotoFault, type PhotoFault } from './field/transport/find-photo-fault.ts';
export { type JoinCodeResult, requestJoinCode } from './field/request-join-code.ts';
export type {
  ConsentAnswer,
  ConsentState,
  ConsentValue,
  ParticipantConsents,
  Quota,
  Quotas,
  UpdateConsentBody,
  Uploads,
} from './field/shapes/open-shapes.ts';
export { Recording, type FeedOptions, type StopOptions } from './field/recordings/recording.ts';
export type { RecordingReceipt } from './field/recordings/recording-receipt.ts';
export {
  openRecordings,
  type RecordingDetails,
  Recordings,
  type RecordingsOptions,
} from './field/recordings/recordings.ts';
export * from './field/routes/field-evidence.ts';
export * from './field/routes/field-whiteboards.ts';
export * from './field/routes/field.ts';
export type * from './field/routes/join.ts';
export * from './field/routes/signing.ts';
export { FieldUpload, type FinishOptions, type UploadProgress } from './field/uploads/field-upload.ts';
export { FieldUploads, type UploadDetails } from './field/uploads/field-uploads.ts';
export { FieldInspectionError, UsageError } from './errors/field-inspection-error.ts';
export * from './errors/api-error.ts';
export * from './errors/request-error.ts';
export type { Evidence, Gps } from './resources/evidence.ts';
export type { MediaConnection } from './resources/sessions.ts';
export type { Whiteboard } from './resources/whiteboards.ts';
export type { RequestOptions, WriteOptions } from './requests/options.ts';
