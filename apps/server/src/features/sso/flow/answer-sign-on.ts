import type { Context } from '../../../context.ts';
import type { AnswerSignOn } from '../../../http/sign-on/serve-sign-on.ts';
import { writeOwnMetadata } from '../saml/write-own-metadata.ts';
import { nameService } from '../settings/connection-view.ts';
import { goOn, start } from './begin-sign-on.ts';
import { finishOidcSignOn } from './finish-oidc-sign-on.ts';
import { finishSamlSignOn, takeSamlPost } from './finish-saml-sign-on.ts';

/** Browsers ask these on their way to a provider and back. */
export const answerSignOn = (context: Context): AnswerSignOn => ({
  begin: ({ browser }) => goOn(context, browser),
  start: ({ connectionId }) => start(context, connectionId),
  oidcCallback: (given) => finishOidcSignOn(context, given),
  samlPost: (given) => takeSamlPost(context, given),
  samlFinish: (given) => finishSamlSignOn(context, given),
  // It tells nothing but addresses that follow from the id, so that nobody learns by it which ids there are.
  samlMetadata: ({ connectionId }) => writeOwnMetadata(nameService(context, connectionId)),
});
