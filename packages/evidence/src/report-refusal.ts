import { quotePath } from './bundle-refusal.ts';
import type { TimestampFailureCode } from './timestamp-refusal.ts';

/**
 * Fault of a report or a signature in it; beside the codes of `verifyTimestamp`, which hold for the signature of a seal
 * as they do for a token's.
 *
 * The file:
 * - `malformed_pdf`: not a PDF, or one that can be read in two ways;
 * - `unsupported_pdf`: a PDF of a form that is not understood here: cross-reference streams, object streams, hybrids,
 *   linearised files, deleted objects;
 * - `encrypted_pdf`: its contents are encrypted;
 * - `too_large`: more than a report can have of this;
 * - `too_complex`: it takes more steps to verify than `maxSteps`, so that it was not verified to its end;
 * - `bytes_after_end`: something follows the end of the last revision, or of what the last signature covers;
 * - `active_content`: it has a script, or takes content from elsewhere, so that nobody signed what it shows.
 *
 * A signature:
 * - `malformed_signature`: the field or the signature is not of its form;
 * - `unsupported_signature`: it is of another kind (SubFilter), or restricts what may follow (DocMDP, FieldMDP);
 * - `unlisted_signature`: there is a signature that no field holds;
 * - `duplicate_field`: two fields have one name, or share a signature;
 * - `wrong_byte_range`: what is signed is not the whole revision but the signature's own place;
 * - `unexpected_attribute`: a signing time that nobody vouches for, or something unsigned that is no timestamp;
 * - `not_for_signing`: the signer's certificate is not for signing documents;
 * - `revoked`: by an answer in the report, a certificate had been revoked at the time that counts;
 * - `demo`: a demonstration's, which proves nothing to a stranger. Never a fault: it keeps a signature from being trusted.
 *
 * What was changed after a signature:
 * - `changed_pages`, `changed_contents`, `changed_annotations`, `changed_layers`: what a reader sees;
 * - `changed_form`, `changed_field`: the form, or a field of it;
 * - `changed_catalog`: what the document does or has as a whole;
 * - `changed_object`: an object that was there before;
 * - `visible_signature`: a later signature that shows something;
 * - `unexplained_object`: an object was added that no signature, timestamp or validation data needs.
 */
export type ReportFailureCode =
  | 'malformed_pdf'
  | 'unsupported_pdf'
  | 'encrypted_pdf'
  | 'too_large'
  | 'too_complex'
  | 'bytes_after_end'
  | 'active_content'
  | 'malformed_signature'
  | 'unsupported_signature'
  | 'unlisted_signature'
  | 'duplicate_field'
  | 'wrong_byte_range'
  | 'unexpected_attribute'
  | 'not_for_signing'
  | 'revoked'
  | 'demo'
  | 'changed_pages'
  | 'changed_contents'
  | 'changed_annotations'
  | 'changed_layers'
  | 'changed_form'
  | 'changed_field'
  | 'changed_catalog'
  | 'changed_object'
  | 'visible_signature'
  | 'unexplained_object';

export type ReportFaultCode = ReportFailureCode | TimestampFailureCode;

/**
 * A bad place: `signature 1`, `signature 1, timestamp`, `revision 3`, or `report.pdf` for the whole. `code` is stable;
 * `message` is for people and may change.
 */
export type ReportFault = {
  readonly place: string;
  readonly code: ReportFaultCode;
  readonly message: string;
};

/** The place of a fault that belongs to no single revision or signature. */
export const REPORT_PLACE = 'report.pdf';

export class ReportRefusal extends Error {
  override readonly name = 'ReportRefusal';
  readonly fault: ReportFault;

  constructor(place: string, code: ReportFaultCode, message: string) {
    super(message);
    this.fault = { place: quotePath(place), code, message };
  }
}
