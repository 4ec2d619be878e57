import type { Context } from '../../../context.ts';
import { notFoundPage } from '../../../http/pages/not-found-page.ts';
import type { PageRequest, PageRoute } from '../../../http/pages/page.ts';
import { readSdkDocuments } from '../documents/read-sdk-documents.ts';
import { pagesOf } from './document-pages.ts';

/** The SDK's reference: a page for each class, function and type, which are known once it is made. */
export const sdkPages = (context: Pick<Context, 'log'>): PageRoute[] => {
  let answers: Promise<Map<string, PageRoute['answer']>> | undefined;
  const readAnswers = async () => {
    const documents = await readSdkDocuments(context);
    const pages = documents.flatMap((document) => pagesOf(document, documents));
    return new Map(pages.map(({ path, answer }) => [path, answer]));
  };
  const answer = async (request: PageRequest) => {
    const path = `/docs/sdk/${[request.params.page].flat().join('/')}`;
    const found = (await (answers ??= readAnswers())).get(path);
    return found ? found(request) : { status: 404, ...notFoundPage(path) };
  };
  return [{ path: '/docs/sdk/*page', answer }];
};
