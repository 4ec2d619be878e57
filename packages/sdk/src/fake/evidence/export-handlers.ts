import { noSuch, noSuchLine } from '@field-inspection/rules';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import type { FakeEvidence, FakeState } from '../state/fake-state.ts';
import { viewFakeEvidence } from './evidence-handlers.ts';

/** The fake exports what its API shows; the service has more kinds of lines. */
export const exportHandlers: FakeHandlers<'exports'> = {
  'exports.download': (state, { query }) => {
    const lines = listRecords(state).map((record, index) => ({ ...record, cursor: nameCursor(index) }));
    const rest = lines.slice(findPosition(lines, query.after));
    const text = [...rest, { type: 'end' }].map((line) => `${JSON.stringify(line)}\n`).join('');
    return new Blob([text], { type: 'application/jsonl' });
  },
  'exports.downloadFile': downloadFile,
};

const nameCursor = (index: number) => btoa(`export ${index}`);

function findPosition(lines: readonly { readonly cursor: string }[], after: unknown): number {
  if (after === undefined) return 0;
  const index = lines.findIndex(({ cursor }) => cursor === after);
  if (index >= 0) return index + 1;
  throw noSuchLine();
}

function listRecords(state: FakeState) {
  const { id, name, locale, time_zone, created_at } = state.organisation;
  return [
    { type: 'organisation', data: { id, name, locale, time_zone, created_at } },
    ...[...state.members.values()].map((data) => ({ type: 'member', data })),
    ...[...state.campaigns.values()].map((data) => ({ type: 'campaign', data })),
    ...[...state.sessions.values()].map((data) => ({ type: 'session', data })),
    ...[...state.evidence.values()].map((item) => ({ type: 'evidence', data: viewFakeEvidence(item) })),
    ...listFiles(state).map((item) => ({ type: 'file', data: describeFile(item) })),
  ];
}

const listFiles = ({ evidence, sessions }: FakeState) =>
  [...evidence.values()].filter(
    ({ sha256, session }) => sha256 !== null && sessions.get(session)?.redacted_at === null,
  );

const describeFile = ({ id, mime, bytes, sha256 }: FakeEvidence) => ({
  owner_id: id,
  mime,
  byte_size: bytes.length,
  sha256,
  path: `/v1/org/export/files/${id}/${sha256}`,
});

function downloadFile(state: FakeState, { ids: [ownerId, sha256] }: FakeInput): Blob {
  const found = listFiles(state).find((item) => item.id === ownerId && item.sha256 === sha256);
  if (!found) throw noSuch('file', sha256);
  return new Blob([found.bytes], { type: found.mime });
}
