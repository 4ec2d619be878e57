import { posix } from 'node:path';
import type { ResolveLink } from '../../../http/pages/render-markdown.ts';
import type { Document } from './document.ts';
import { listDocuments } from './list-documents.ts';

type Origin = Pick<Document, 'file'> & {
  /** Leads from the page to the server's root, such as `../`. */
  root: string;
  /** The ending of each document's address: `.md` for readers of Markdown. */
  ending?: string;
  /** The documents among which links find their pages. */
  among?: readonly Document[];
};

export const resolveLinks =
  ({ file, root, ending = '', among = listDocuments() }: Origin): ResolveLink =>
  (href) => {
    if (href.startsWith('https://') || href.startsWith('#')) return href;
    const [target = '', anchor] = href.split('#');
    const named = posix.join(posix.dirname(file), target);
    const path = among.find((document) => document.file === named)?.path;
    if (path === undefined) return undefined;
    return `${root}${path}${ending}${anchor === undefined ? '' : `#${anchor}`}`;
  };
