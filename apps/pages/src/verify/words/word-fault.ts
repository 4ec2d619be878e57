import type {
  EvidenceFault,
  EvidenceFaultCode,
  ReportFault,
  ReportFaultCode,
} from '@field-inspection/evidence';
import { type Finding, type Language, showValue, type VerifyKey, writeText } from './finding.ts';

export const wordFault = (
  language: Language,
  fault: EvidenceFault | ReportFault | null,
): Finding['fault'] => {
  if (!fault) return null;
  const { place, code } = fault;
  return { place: wordPlace(language, place), reason: wordReason(language, code), code };
};

/** Programs read the codes in the verdict for experts; people read this. */
export const wordReason = (language: Language, code: EvidenceFaultCode | ReportFaultCode): string =>
  writeText(language, FAULT_REASONS[code]);

const WHOLE = ['bundle.zip', 'report.pdf'];

const NUMBERED = [
  { pattern: /^chain\.jsonl, entry (\d+)$/, key: 'place.entry' },
  { pattern: /^addenda\.jsonl, entry (\d+)$/, key: 'place.addendum' },
  { pattern: /^revision (\d+)$/, key: 'place.revision' },
  { pattern: /^signature (\d+)$/, key: 'place.signature' },
  { pattern: /^signature (\d+), timestamp$/, key: 'place.timestamp' },
] as const;

// Any other place is the name of a file in the bundle.
const wordPlace = (language: Language, place: string): string => {
  if (WHOLE.includes(place)) return writeText(language, 'place.whole');
  for (const { pattern, key } of NUMBERED) {
    const number = pattern.exec(place)?.[1];
    if (number !== undefined) return writeText(language, key, { number });
  }
  return showValue(place);
};

type FaultKey = Extract<VerifyKey, `fault.${string}`>;

/** A new code does not compile until its reason stands here. */
const FAULT_REASONS: Record<EvidenceFaultCode | ReportFaultCode, FaultKey> = {
  malformed_zip: 'fault.unreadable',
  unsupported_zip: 'fault.unsupported',
  unsafe_path: 'fault.unreadable',
  duplicate_path: 'fault.unreadable',
  too_large: 'fault.unsupported',
  too_complex: 'fault.complex',
  corrupt_file: 'fault.unreadable',
  missing_file: 'fault.missing',
  unexpected_file: 'fault.unexpected',
  wrong_size: 'fault.contents',
  wrong_hash: 'fault.contents',
  malformed_manifest: 'fault.form',
  unsupported_version: 'fault.unsupported',
  differs_from_chain: 'fault.contradiction',
  not_in_chain: 'fault.unexpected',
  malformed_capture: 'fault.form',
  malformed_disclosures: 'fault.form',
  malformed_addendum: 'fault.form',
  wrong_disclosure: 'fault.contents',
  differs_from_token: 'fault.contradiction',

  malformed_chain: 'fault.form',
  malformed_entry: 'fault.form',
  wrong_sequence: 'fault.chain',
  broken_link: 'fault.chain',
  truncated: 'fault.missing',
  extended: 'fault.unexpected',
  wrong_head: 'fault.contradiction',

  malformed: 'fault.form',
  wrong_digest: 'fault.signature',
  wrong_nonce: 'fault.signature',
  unsupported_algorithm: 'fault.algorithm',
  missing_certificate: 'fault.missing',
  missing_attribute: 'fault.missing',
  wrong_content_type: 'fault.signature',
  wrong_message_digest: 'fault.contents',
  wrong_signature: 'fault.signature',
  wrong_signing_certificate: 'fault.certificate',
  wrong_authority_name: 'fault.certificate',
  not_for_timestamping: 'fault.certificate',
  not_an_authority: 'fault.certificate',
  unsupported_certificate: 'fault.certificate',
  path_too_long: 'fault.certificate',
  not_valid_then: 'fault.certificate',
  untrusted: 'fault.certificate',
  revoked: 'fault.certificate',
  in_the_future: 'fault.future',

  malformed_pdf: 'fault.unreadable',
  unsupported_pdf: 'fault.unsupported',
  encrypted_pdf: 'fault.unsupported',
  bytes_after_end: 'fault.later',
  active_content: 'fault.active',
  malformed_signature: 'fault.form',
  unsupported_signature: 'fault.unsupported',
  unlisted_signature: 'fault.unexpected',
  duplicate_field: 'fault.contradiction',
  wrong_byte_range: 'fault.signature',
  unexpected_attribute: 'fault.unexpected',
  not_for_signing: 'fault.certificate',
  demo: 'fault.certificate',
  changed_pages: 'fault.later',
  changed_contents: 'fault.later',
  changed_annotations: 'fault.later',
  changed_layers: 'fault.later',
  changed_form: 'fault.later',
  changed_field: 'fault.later',
  changed_catalog: 'fault.later',
  changed_object: 'fault.later',
  visible_signature: 'fault.later',
  unexplained_object: 'fault.later',
};
