import { noSuch } from '@field-inspection/rules';
import type { Whiteboard } from '../../resources/whiteboards.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { refuseRedacted } from '../sessions/session-handlers.ts';
import { digestFakeBytes, findFreeze } from '../state/fake-chain.ts';
import type { FakeState } from '../state/fake-state.ts';
import { listFakeAnchors } from './evidence-handlers.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTjmGAAAAABJRU5ErkJggg==';
const WHITE_PIXEL = Uint8Array.from(atob(PNG), (character) => character.charCodeAt(0));

export const whiteboardHandlers: FakeHandlers<'whiteboards'> = {
  'whiteboards.list': listWhiteboards,
  'whiteboards.download': exportWhiteboard,
  'whiteboards.getTimestamps': readTimestamps,
};

function listWhiteboards(state: FakeState, { query }: FakeInput) {
  const { session_id: session } = query;
  return listFakePage(state, {
    items: state.whiteboards.values(),
    list: 'whiteboards',
    query,
    matches: (whiteboard) => session === undefined || whiteboard.session === session,
  });
}

function exportWhiteboard(state: FakeState, input: FakeInput): Blob {
  const { whiteboard, form } = findFile(state, input);
  refuseRedacted(state, whiteboard.session);
  const type = form === 'svg' ? 'image/svg+xml' : 'image/png';
  return new Blob([form === 'svg' ? renderSvg(whiteboard) : WHITE_PIXEL], { type });
}

/** The fake's authority answers for the last version once the session has ended. */
function readTimestamps(state: FakeState, input: FakeInput) {
  const { whiteboard, form, version } = findFile(state, input);
  const { id, session } = whiteboard;
  const isAsked = findFreeze(state, session) !== null && version === whiteboard.version;
  const timestamps = isAsked ? listFakeAnchors(state, session) : [];
  const isAnswered = timestamps.some(({ token }) => token !== null);
  const sha256 = isAnswered ? digestFakeBytes(form === 'svg' ? renderSvg(whiteboard) : WHITE_PIXEL) : null;
  return { whiteboard: id, version, sha256, timestamps };
}

function findFile(state: FakeState, { ids: [file = ''], query }: FakeInput) {
  const [, id = '', form] = /^(.*)\.(svg|png)$/.exec(file) ?? [];
  const whiteboard = state.whiteboards.get(id);
  if (!whiteboard) throw noSuch('whiteboard', id);
  const version = (query['version'] as number | undefined) ?? whiteboard.version;
  if (version > whiteboard.version) throw noSuch('whiteboard', id);
  return { whiteboard, form, version };
}

function renderSvg({ title, updated_at: savedAt }: Whiteboard): string {
  const texts = [title, savedAt].map((text, at) => `<text y="${at * 20 + 20}">${escapeXml(text)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="50">${texts.join('')}</svg>`;
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
