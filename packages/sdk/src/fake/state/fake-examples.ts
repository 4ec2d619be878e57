import type { InviteNotice, Report, Session } from '@field-inspection/contract';
import { SESSION_TEXTS } from '@field-inspection/rules';
import type { Evidence } from '../../resources/evidence.ts';
import type { Signature } from '../../resources/signatures.ts';

export const exampleSession = (at: string): Session => ({
  id: crypto.randomUUID(),
  status: 'created',
  operator_email: 'operator@example.com',
  scheduled_for: null,
  started_at: null,
  ended_at: null,
  ...SESSION_TEXTS,
  metadata: {},
  shots: [],
  contact: null,
  report_recipients: [],
  locale: 'en',
  consent_state: { camera: 'pending', gps: 'pending' },
  unsent_items: 0,
  campaign: null,
  template: null,
  template_version: null,
  outcome: null,
  report: null,
  on_hold: false,
  redacted_at: null,
  created_at: at,
  updated_at: at,
});

export const exampleInvite = (session: string, at: string): InviteNotice => ({
  id: crypto.randomUUID(),
  session,
  role: 'field',
  status: 'joined',
  expires_at: new Date(Date.parse(at) + 86_400_000).toISOString(),
  recipient_first_name: 'Ada',
  recipient_last_name: 'Rossi',
  recipient_email: '',
  recipient_phone: '',
  otp_required: false,
  otp_expires_at: null,
  joined_at: at,
  done_at: null,
  created_at: at,
});

export const exampleEvidence = (session: string, at: string): Evidence => ({
  id: crypto.randomUUID(),
  session,
  kind: 'photo',
  status: 'ready',
  mime: 'image/jpeg',
  byte_size: 2_413_118,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  received_sha256: null,
  captured_at: at,
  received_at: at,
  gps: null,
  slot: '',
  annotates: null,
  whiteboard: null,
  version: null,
  width: 4_000,
  height: 3_000,
  finding: null,
  failure: null,
  created_at: at,
});

export const exampleReport = (session: string, at: string): Report => ({
  id: crypto.randomUUID(),
  session,
  status: 'queued',
  locale: 'en',
  revision_of: null,
  audit_trail: true,
  photos: 'full',
  sha256: null,
  byte_size: null,
  pages: null,
  seal: null,
  failure: null,
  pdf_url: null,
  created_at: at,
  ready_at: null,
});

export const exampleSignature = (session: string, at: string): Signature => ({
  id: crypto.randomUUID(),
  session,
  report: crypto.randomUUID(),
  status: 'signed',
  level: 'SES',
  provider: 'demo',
  locale: 'en',
  signer: { name: 'Ada Rossi', email: 'ada@example.com', phone: '' },
  certificate_subject: 'CN=Ada Rossi',
  failure: null,
  expires_at: new Date(Date.parse(at) + 14 * 86_400_000).toISOString(),
  signed_at: at,
  created_at: at,
});

export const exampleAnchor = (at: string) => ({
  authority: 'https://timestamp.example.com/tsr',
  demo: false,
  status: 'anchored',
  gen_time: at,
  serial: '04f3a1',
  policy: '1.3.6.1.4.1.4146.2.3',
  error: null,
});
