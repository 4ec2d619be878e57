// Exports of index.cjs and field.cjs: both hold the same core, and a build of CommonJS shares no files.
export {
  Field,
  FieldClient,
  FieldEvidence,
  FieldUpload,
  FieldUploads,
  FieldWhiteboards,
  Recording,
  Recordings,
  createApiError,
  joinSession,
  requestJoinCode,
  openFieldSession,
  openRecordings,
} from './field.ts';
export * from './index.ts';
