import { UPLOADS_PATH } from '../contract-sweep/upload-calls.ts';
import type { FuzzTarget } from './plan.ts';

const upload = (name: string, method: string, content: FuzzTarget['content'] = 'none'): FuzzTarget => ({
  name: `uploads.${name}`,
  method,
  path: method === 'POST' ? UPLOADS_PATH : `${UPLOADS_PATH}/:upload_id`,
  auth: 'field_session',
  content,
});

/** The requests of the resumable uploads, which are in the document and not in the contract. */
export const UPLOAD_TARGETS: FuzzTarget[] = [
  upload('create', 'POST'),
  upload('head', 'HEAD'),
  upload('patch', 'PATCH', 'bytes'),
  upload('delete', 'DELETE'),
];
