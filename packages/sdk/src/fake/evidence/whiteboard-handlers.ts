import type { Whiteboard } from '../../resources/whiteboards.ts';
import { refuseMissing } from '../front/fake-refusal.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { refuseRedacted } from '../sessions/session-handlers.ts';
import type { FakeState } from '../state/fake-state.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTjmGAAAAABJRU5ErkJggg==';
const WHITE_PIXEL = Uint8Array.from(atob(PNG), (character) => character.charCodeAt(0));

export const whiteboardHandlers: FakeHandlers<'whiteboards'> = {
  'whiteboards.list': listWhiteboards,
  'whiteboards.download': exportWhiteboard,
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

function exportWhiteboard(state: FakeState, { ids: [file = ''], query }: FakeInput): Blob {
  const [, id = '', form] = /^(.*)\.(svg|png)$/.exec(file) ?? [];
  const whiteboard = state.whiteboards.get(id);
  const version = (query['version'] as number | undefined) ?? 1;
  if (!whiteboard || version > whiteboard.version) throw refuseMissing('whiteboard', id);
  refuseRedacted(state, whiteboard.session);
  return form === 'svg' ? renderSvg(whiteboard) : new Blob([WHITE_PIXEL], { type: 'image/png' });
}

function renderSvg({ title, updated_at: savedAt }: Whiteboard): Blob {
  const texts = [title, savedAt].map((text, at) => `<text y="${at * 20 + 20}">${escapeXml(text)}</text>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="50">${texts.join('')}</svg>`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
