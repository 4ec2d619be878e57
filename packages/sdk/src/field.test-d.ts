import type { contract, LocaleText } from '@field-inspection/contract';
import type { z } from 'zod';
import type {
  ConsentAnswer,
  ConsentState,
  CreateAnnotationBody,
  CreateSignatureBody,
  CreateWhiteboardBody,
  Drawing,
  Evidence,
  FieldClient,
  FieldState,
  JoinedSession,
  UnsentItems,
  UpdateConsentBody,
  UpdateFieldSessionBody,
  UpdateWhiteboardBody,
  Whiteboard,
} from './field.ts';

/*
 * The field side's types are the contract's, but more open where more will come; `tsc` fails here when replies don't
 * fit them, or when they don't fit the service.
 */
type Contract = typeof contract;
type Fits<Given, Wanted> = Given extends Wanted ? true : false;
type Expect<T extends true> = T;
type Sent<Route> = Route extends { body: infer Body extends z.ZodType } ? z.input<Body> : never;
type Got<Route, Status extends number> = Route extends { responses: infer Responses }
  ? Status extends keyof Responses
    ? Responses[Status] extends z.ZodType
      ? z.output<Responses[Status]>
      : never
    : never
  : never;

type Routes = Contract['fieldEvidence'] & Contract['fieldWhiteboards'];

export type Tests = [
  Expect<Fits<Got<Contract['join']['redeem'], 200>, JoinedSession>>,
  Expect<Fits<Got<Contract['field']['get'], 200>, FieldState>>,
  Expect<Fits<Got<Contract['field']['update'], 200>, UnsentItems>>,
  Expect<Fits<UpdateFieldSessionBody, Sent<Contract['field']['update']>>>,
  Expect<Fits<Got<Contract['field']['updateConsent'], 200>, ConsentState>>,
  Expect<Fits<Got<Routes['createPhoto'], 201>, Evidence>>,
  Expect<Fits<Got<Contract['fieldWhiteboards']['create'], 201>, Whiteboard>>,
  Expect<Fits<CreateAnnotationBody, Sent<Routes['createAnnotation']>>>,
  // A newer service's word can be sent, too.
  Expect<Fits<CreateSignatureBody & { locale: LocaleText }, Sent<Routes['createSignature']>>>,
  Expect<Fits<CreateWhiteboardBody, Sent<Contract['fieldWhiteboards']['create']>>>,
  Expect<Fits<UpdateWhiteboardBody, Sent<Contract['fieldWhiteboards']['update']>>>,
  Expect<Fits<Sent<Contract['field']['updateConsent']>, UpdateConsentBody>>,
  // A drawing's points are typed, not just lists.
  Expect<Fits<{ width: 1; height: 1; strokes: [] }, Drawing>>,
  Expect<Fits<'tool', keyof Drawing['strokes'][number]>>,
  // A future purpose or quota compiles, and is not assumed to be there.
  Expect<Fits<{ scent: 'granted' }, UpdateConsentBody>>,
  Expect<Fits<undefined, ConsentState['microphone'] & ConsentState['scent']>>,
  Expect<Fits<undefined, FieldState['uploads']['max_bytes']>>,
  Expect<Fits<'granted' | 'denied' | 'revoked', ConsentAnswer>>,
  Expect<Fits<keyof Contract['field'] | 'evidence' | 'whiteboards' | 'uploads' | 'token', keyof FieldClient>>,
];
