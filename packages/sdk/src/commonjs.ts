// index.cjs and field.cjs share this core, since CommonJS builds share no files.
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
